from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.changed_problem import ChangedProblem
from ...models.key import Key
from ...models.problem import Problem
from ...models.renew_key_role import RenewKeyRole
from ...types import Response


def _get_kwargs(
    id: str,
    role: RenewKeyRole,
    *,
    if_match: str,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["If-Match"] = if_match

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/matches/{id}/keys/{role}".format(
            id=quote(str(id), safe=""),
            role=quote(str(role), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ChangedProblem | Key | Problem:
    if response.status_code == 200:
        response_200 = Key.from_dict(response.json())

        return response_200

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

    if response.status_code == 406:
        response_406 = Problem.from_dict(response.json())

        return response_406

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
) -> Response[ChangedProblem | Key | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    role: RenewKeyRole,
    *,
    client: AuthenticatedClient,
    if_match: str,
) -> Response[ChangedProblem | Key | Problem]:
    """Replace the key of a role; the one before opens nothing any more.

     Answer: The new key.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        role (RenewKeyRole):
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangedProblem | Key | Problem]
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
    role: RenewKeyRole,
    *,
    client: AuthenticatedClient,
    if_match: str,
) -> ChangedProblem | Key | Problem | None:
    """Replace the key of a role; the one before opens nothing any more.

     Answer: The new key.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        role (RenewKeyRole):
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ChangedProblem | Key | Problem
    """

    return sync_detailed(
        id=id,
        role=role,
        client=client,
        if_match=if_match,
    ).parsed


async def asyncio_detailed(
    id: str,
    role: RenewKeyRole,
    *,
    client: AuthenticatedClient,
    if_match: str,
) -> Response[ChangedProblem | Key | Problem]:
    """Replace the key of a role; the one before opens nothing any more.

     Answer: The new key.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        role (RenewKeyRole):
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangedProblem | Key | Problem]
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
    role: RenewKeyRole,
    *,
    client: AuthenticatedClient,
    if_match: str,
) -> ChangedProblem | Key | Problem | None:
    """Replace the key of a role; the one before opens nothing any more.

     Answer: The new key.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        role (RenewKeyRole):
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ChangedProblem | Key | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            role=role,
            client=client,
            if_match=if_match,
        )
    ).parsed
