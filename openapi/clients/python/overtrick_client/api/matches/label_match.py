from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.changed_problem import ChangedProblem
from ...models.label_request import LabelRequest
from ...models.match_state import MatchState
from ...models.problem import Problem
from ...types import Response


def _get_kwargs(
    id: str,
    *,
    body: LabelRequest,
    if_match: str,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["If-Match"] = if_match

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/matches/{id}/metadata".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ChangedProblem | MatchState | Problem:
    if response.status_code == 200:
        response_200 = MatchState.from_dict(response.json())

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

    if response.status_code == 409:
        response_409 = Problem.from_dict(response.json())

        return response_409

    if response.status_code == 410:
        response_410 = Problem.from_dict(response.json())

        return response_410

    if response.status_code == 412:
        response_412 = ChangedProblem.from_dict(response.json())

        return response_412

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())

        return response_415

    if response.status_code == 422:
        response_422 = Problem.from_dict(response.json())

        return response_422

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
) -> Response[ChangedProblem | MatchState | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    body: LabelRequest,
    if_match: str,
) -> Response[ChangedProblem | MatchState | Problem]:
    """Set what a program calls the match, and what it notes of it: up to 32 texts, numbers, flags and
    `null`, 4096 bytes of JSON.

     What the body leaves out stays; `null` takes it away. It is no part of the match document.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        if_match (str):
        body (LabelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangedProblem | MatchState | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        if_match=if_match,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient,
    body: LabelRequest,
    if_match: str,
) -> ChangedProblem | MatchState | Problem | None:
    """Set what a program calls the match, and what it notes of it: up to 32 texts, numbers, flags and
    `null`, 4096 bytes of JSON.

     What the body leaves out stays; `null` takes it away. It is no part of the match document.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        if_match (str):
        body (LabelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ChangedProblem | MatchState | Problem
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
        if_match=if_match,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    body: LabelRequest,
    if_match: str,
) -> Response[ChangedProblem | MatchState | Problem]:
    """Set what a program calls the match, and what it notes of it: up to 32 texts, numbers, flags and
    `null`, 4096 bytes of JSON.

     What the body leaves out stays; `null` takes it away. It is no part of the match document.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        if_match (str):
        body (LabelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangedProblem | MatchState | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        if_match=if_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    body: LabelRequest,
    if_match: str,
) -> ChangedProblem | MatchState | Problem | None:
    """Set what a program calls the match, and what it notes of it: up to 32 texts, numbers, flags and
    `null`, 4096 bytes of JSON.

     What the body leaves out stays; `null` takes it away. It is no part of the match document.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        if_match (str):
        body (LabelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ChangedProblem | MatchState | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            if_match=if_match,
        )
    ).parsed
