from http import HTTPStatus
from typing import Any

import httpx

from ...client import AuthenticatedClient, Client
from ...models.created_match import CreatedMatch
from ...models.log_request import LogRequest
from ...models.problem import Problem
from ...models.take_log_detail import TakeLogDetail
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: LogRequest,
    detail: TakeLogDetail | Unset = TakeLogDetail.FULL,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    params: dict[str, Any] = {}

    json_detail: str | Unset = UNSET
    if not isinstance(detail, Unset):
        json_detail = detail.value

    params["detail"] = json_detail

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/logs",
        "params": params,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

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

    if response.status_code == 406:
        response_406 = Problem.from_dict(response.json())

        return response_406

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())

        return response_415

    if response.status_code == 422:
        response_422 = Problem.from_dict(response.json())

        return response_422

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
    *,
    client: AuthenticatedClient | Client,
    body: LogRequest,
    detail: TakeLogDetail | Unset = TakeLogDetail.FULL,
) -> Response[CreatedMatch | Problem]:
    """Take a match over that was played without the service.

     The log is that of an export, or of a page that kept the match itself. It is checked by replaying
    it: the
    match keeps its id, its times and its whole history, and has keys from now on. A log that was
    brought before
    is answered in the same way, as long as nothing was changed since.

    Args:
        detail (TakeLogDetail | Unset):  Default: TakeLogDetail.FULL.
        body (LogRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedMatch | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        detail=detail,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: LogRequest,
    detail: TakeLogDetail | Unset = TakeLogDetail.FULL,
) -> CreatedMatch | Problem | None:
    """Take a match over that was played without the service.

     The log is that of an export, or of a page that kept the match itself. It is checked by replaying
    it: the
    match keeps its id, its times and its whole history, and has keys from now on. A log that was
    brought before
    is answered in the same way, as long as nothing was changed since.

    Args:
        detail (TakeLogDetail | Unset):  Default: TakeLogDetail.FULL.
        body (LogRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreatedMatch | Problem
    """

    return sync_detailed(
        client=client,
        body=body,
        detail=detail,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: LogRequest,
    detail: TakeLogDetail | Unset = TakeLogDetail.FULL,
) -> Response[CreatedMatch | Problem]:
    """Take a match over that was played without the service.

     The log is that of an export, or of a page that kept the match itself. It is checked by replaying
    it: the
    match keeps its id, its times and its whole history, and has keys from now on. A log that was
    brought before
    is answered in the same way, as long as nothing was changed since.

    Args:
        detail (TakeLogDetail | Unset):  Default: TakeLogDetail.FULL.
        body (LogRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedMatch | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        detail=detail,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: LogRequest,
    detail: TakeLogDetail | Unset = TakeLogDetail.FULL,
) -> CreatedMatch | Problem | None:
    """Take a match over that was played without the service.

     The log is that of an export, or of a page that kept the match itself. It is checked by replaying
    it: the
    match keeps its id, its times and its whole history, and has keys from now on. A log that was
    brought before
    is answered in the same way, as long as nothing was changed since.

    Args:
        detail (TakeLogDetail | Unset):  Default: TakeLogDetail.FULL.
        body (LogRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreatedMatch | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            detail=detail,
        )
    ).parsed
