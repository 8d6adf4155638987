from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.join_code import JoinCode
from ...models.make_code_role import MakeCodeRole
from ...models.problem import Problem
from ...types import Response


def _get_kwargs(
    id: str,
    role: MakeCodeRole,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/matches/{id}/codes/{role}".format(
            id=quote(str(id), safe=""),
            role=quote(str(role), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> JoinCode | Problem:
    if response.status_code == 200:
        response_200 = JoinCode.from_dict(response.json())

        return response_200

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())

        return response_403

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

    if response.status_code == 406:
        response_406 = Problem.from_dict(response.json())

        return response_406

    if response.status_code == 410:
        response_410 = Problem.from_dict(response.json())

        return response_410

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[JoinCode | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    role: MakeCodeRole,
    *,
    client: AuthenticatedClient,
) -> Response[JoinCode | Problem]:
    """Make a code by which another phone joins the match in a role; the role's earlier code stops working.
    Codes are forgotten when the service is restarted.

     Answer: The code.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        role (MakeCodeRole):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JoinCode | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        role=role,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    role: MakeCodeRole,
    *,
    client: AuthenticatedClient,
) -> JoinCode | Problem | None:
    """Make a code by which another phone joins the match in a role; the role's earlier code stops working.
    Codes are forgotten when the service is restarted.

     Answer: The code.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        role (MakeCodeRole):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JoinCode | Problem
    """

    return sync_detailed(
        id=id,
        role=role,
        client=client,
    ).parsed


async def asyncio_detailed(
    id: str,
    role: MakeCodeRole,
    *,
    client: AuthenticatedClient,
) -> Response[JoinCode | Problem]:
    """Make a code by which another phone joins the match in a role; the role's earlier code stops working.
    Codes are forgotten when the service is restarted.

     Answer: The code.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        role (MakeCodeRole):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[JoinCode | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        role=role,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    role: MakeCodeRole,
    *,
    client: AuthenticatedClient,
) -> JoinCode | Problem | None:
    """Make a code by which another phone joins the match in a role; the role's earlier code stops working.
    Codes are forgotten when the service is restarted.

     Answer: The code.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        role (MakeCodeRole):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        JoinCode | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            role=role,
            client=client,
        )
    ).parsed
