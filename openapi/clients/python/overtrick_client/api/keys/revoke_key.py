from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.changed_problem import ChangedProblem
from ...models.problem import Problem
from ...models.revoke_key_role import RevokeKeyRole
from ...types import Response


def _get_kwargs(
    id: str,
    role: RevokeKeyRole,
    *,
    if_match: str,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["If-Match"] = if_match

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/api/v1/matches/{id}/keys/{role}".format(
            id=quote(str(id), safe=""),
            role=quote(str(role), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | ChangedProblem | Problem:
    if response.status_code == 204:
        response_204 = cast(Any, None)
        return response_204

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())

        return response_403

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

    if response.status_code == 410:
        response_410 = Problem.from_dict(response.json())

        return response_410

    if response.status_code == 412:
        response_412 = ChangedProblem.from_dict(response.json())

        return response_412

    if response.status_code == 428:
        response_428 = Problem.from_dict(response.json())

        return response_428

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())

        return response_429

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | ChangedProblem | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    role: RevokeKeyRole,
    *,
    client: AuthenticatedClient,
    if_match: str,
) -> Response[Any | ChangedProblem | Problem]:
    """Take the key of a role away, until it is renewed.

     Answer: It opens nothing any more.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        role (RevokeKeyRole):
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ChangedProblem | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        role=role,
        if_match=if_match,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    role: RevokeKeyRole,
    *,
    client: AuthenticatedClient,
    if_match: str,
) -> Any | ChangedProblem | Problem | None:
    """Take the key of a role away, until it is renewed.

     Answer: It opens nothing any more.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        role (RevokeKeyRole):
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ChangedProblem | Problem
    """

    return sync_detailed(
        id=id,
        role=role,
        client=client,
        if_match=if_match,
    ).parsed


async def asyncio_detailed(
    id: str,
    role: RevokeKeyRole,
    *,
    client: AuthenticatedClient,
    if_match: str,
) -> Response[Any | ChangedProblem | Problem]:
    """Take the key of a role away, until it is renewed.

     Answer: It opens nothing any more.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        role (RevokeKeyRole):
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ChangedProblem | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        role=role,
        if_match=if_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    role: RevokeKeyRole,
    *,
    client: AuthenticatedClient,
    if_match: str,
) -> Any | ChangedProblem | Problem | None:
    """Take the key of a role away, until it is renewed.

     Answer: It opens nothing any more.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        role (RevokeKeyRole):
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ChangedProblem | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            role=role,
            client=client,
            if_match=if_match,
        )
    ).parsed
