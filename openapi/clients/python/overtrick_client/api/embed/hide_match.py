from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.changed_problem import ChangedProblem
from ...models.hide_match_detail import HideMatchDetail
from ...models.match_state import MatchState
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    detail: HideMatchDetail | Unset = HideMatchDetail.FULL,
    if_match: str,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["If-Match"] = if_match

    params: dict[str, Any] = {}

    json_detail: str | Unset = UNSET
    if not isinstance(detail, Unset):
        json_detail = detail.value

    params["detail"] = json_detail

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/api/v1/matches/{id}/embed".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

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
    detail: HideMatchDetail | Unset = HideMatchDetail.FULL,
    if_match: str,
) -> Response[ChangedProblem | MatchState | Problem]:
    """Show the match no longer to everybody.

     Answer: the match as it stands.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        detail (HideMatchDetail | Unset):  Default: HideMatchDetail.FULL.
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangedProblem | MatchState | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        detail=detail,
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
    detail: HideMatchDetail | Unset = HideMatchDetail.FULL,
    if_match: str,
) -> ChangedProblem | MatchState | Problem | None:
    """Show the match no longer to everybody.

     Answer: the match as it stands.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        detail (HideMatchDetail | Unset):  Default: HideMatchDetail.FULL.
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ChangedProblem | MatchState | Problem
    """

    return sync_detailed(
        id=id,
        client=client,
        detail=detail,
        if_match=if_match,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    detail: HideMatchDetail | Unset = HideMatchDetail.FULL,
    if_match: str,
) -> Response[ChangedProblem | MatchState | Problem]:
    """Show the match no longer to everybody.

     Answer: the match as it stands.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        detail (HideMatchDetail | Unset):  Default: HideMatchDetail.FULL.
        if_match (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangedProblem | MatchState | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        detail=detail,
        if_match=if_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    detail: HideMatchDetail | Unset = HideMatchDetail.FULL,
    if_match: str,
) -> ChangedProblem | MatchState | Problem | None:
    """Show the match no longer to everybody.

     Answer: the match as it stands.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        detail (HideMatchDetail | Unset):  Default: HideMatchDetail.FULL.
        if_match (str):

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
            detail=detail,
            if_match=if_match,
        )
    ).parsed
