from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.board import Board
from ...models.get_board_lang import GetBoardLang
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    lang: GetBoardLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    json_lang: str | Unset = UNSET
    if not isinstance(lang, Unset):
        json_lang = lang.value

    params["lang"] = json_lang

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/embed/matches/{id}.json".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Board | Problem:
    if response.status_code == 200:
        response_200 = Board.from_dict(response.json())

        return response_200

    if response.status_code == 304:
        response_304 = cast(Any, None)
        return response_304

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())

        return response_400

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

    if response.status_code == 406:
        response_406 = Problem.from_dict(response.json())

        return response_406

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | Board | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    lang: GetBoardLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | Board | Problem]:
    """How a published match stands; pages of any origin may ask.

     Answer: The standings.

    Args:
        id (str):
        lang (GetBoardLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Board | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        lang=lang,
        if_none_match=if_none_match,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    lang: GetBoardLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | Board | Problem | None:
    """How a published match stands; pages of any origin may ask.

     Answer: The standings.

    Args:
        id (str):
        lang (GetBoardLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Board | Problem
    """

    return sync_detailed(
        id=id,
        client=client,
        lang=lang,
        if_none_match=if_none_match,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    lang: GetBoardLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | Board | Problem]:
    """How a published match stands; pages of any origin may ask.

     Answer: The standings.

    Args:
        id (str):
        lang (GetBoardLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Board | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        lang=lang,
        if_none_match=if_none_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    lang: GetBoardLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | Board | Problem | None:
    """How a published match stands; pages of any origin may ask.

     Answer: The standings.

    Args:
        id (str):
        lang (GetBoardLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Board | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            lang=lang,
            if_none_match=if_none_match,
        )
    ).parsed
