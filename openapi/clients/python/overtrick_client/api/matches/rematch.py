from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.created_match import CreatedMatch
from ...models.problem import Problem
from ...models.rematch_detail import RematchDetail
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    detail: RematchDetail | Unset = RematchDetail.FULL,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    params: dict[str, Any] = {}

    json_detail: str | Unset = UNSET
    if not isinstance(detail, Unset):
        json_detail = detail.value

    params["detail"] = json_detail

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/matches/{id}/rematch".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CreatedMatch | Problem:
    if response.status_code == 201:
        response_201 = CreatedMatch.from_dict(response.json())

        return response_201

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

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())

        return response_415

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())

        return response_429

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[CreatedMatch | Problem]:
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
    detail: RematchDetail | Unset = RematchDetail.FULL,
    idempotency_key: str | Unset = UNSET,
) -> Response[CreatedMatch | Problem]:
    """Open another match of the same players under the same house rules; the next dealer deals.

     Answer: the match as it stands.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        detail (RematchDetail | Unset):  Default: RematchDetail.FULL.
        idempotency_key (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedMatch | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        detail=detail,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient,
    detail: RematchDetail | Unset = RematchDetail.FULL,
    idempotency_key: str | Unset = UNSET,
) -> CreatedMatch | Problem | None:
    """Open another match of the same players under the same house rules; the next dealer deals.

     Answer: the match as it stands.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        detail (RematchDetail | Unset):  Default: RematchDetail.FULL.
        idempotency_key (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreatedMatch | Problem
    """

    return sync_detailed(
        id=id,
        client=client,
        detail=detail,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    detail: RematchDetail | Unset = RematchDetail.FULL,
    idempotency_key: str | Unset = UNSET,
) -> Response[CreatedMatch | Problem]:
    """Open another match of the same players under the same house rules; the next dealer deals.

     Answer: the match as it stands.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        detail (RematchDetail | Unset):  Default: RematchDetail.FULL.
        idempotency_key (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedMatch | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        detail=detail,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    detail: RematchDetail | Unset = RematchDetail.FULL,
    idempotency_key: str | Unset = UNSET,
) -> CreatedMatch | Problem | None:
    """Open another match of the same players under the same house rules; the next dealer deals.

     Answer: the match as it stands.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        detail (RematchDetail | Unset):  Default: RematchDetail.FULL.
        idempotency_key (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreatedMatch | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            detail=detail,
            idempotency_key=idempotency_key,
        )
    ).parsed
