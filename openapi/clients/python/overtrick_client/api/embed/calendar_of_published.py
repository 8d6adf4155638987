import datetime
from http import HTTPStatus
from typing import Any, cast

import httpx

from ...client import AuthenticatedClient, Client
from ...models.calendar_of_published_lang import CalendarOfPublishedLang
from ...models.game_id import GameId
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    game: GameId | Unset = UNSET,
    day: datetime.date | Unset = UNSET,
    cursor: str | Unset = UNSET,
    per_page: int | Unset = UNSET,
    lang: CalendarOfPublishedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    json_game: str | Unset = UNSET
    if not isinstance(game, Unset):
        json_game = game.value

    params["game"] = json_game

    json_day: str | Unset = UNSET
    if not isinstance(day, Unset):
        json_day = day.isoformat()
    params["day"] = json_day

    params["cursor"] = cursor

    params["per_page"] = per_page

    json_lang: str | Unset = UNSET
    if not isinstance(lang, Unset):
        json_lang = lang.value

    params["lang"] = json_lang

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/matches.ics",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Problem | str:
    if response.status_code == 200:
        response_200 = response.text
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
) -> Response[Any | Problem | str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    game: GameId | Unset = UNSET,
    day: datetime.date | Unset = UNSET,
    cursor: str | Unset = UNSET,
    per_page: int | Unset = UNSET,
    lang: CalendarOfPublishedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | Problem | str]:
    """The same as a calendar (RFC 5545), in which an evening is an event.

     Answer: A calendar; `Link` leads to earlier evenings.

    Args:
        game (GameId | Unset): The id of a game
        day (datetime.date | Unset):
        cursor (str | Unset):
        per_page (int | Unset):
        lang (CalendarOfPublishedLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | str]
    """

    kwargs = _get_kwargs(
        game=game,
        day=day,
        cursor=cursor,
        per_page=per_page,
        lang=lang,
        if_none_match=if_none_match,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    game: GameId | Unset = UNSET,
    day: datetime.date | Unset = UNSET,
    cursor: str | Unset = UNSET,
    per_page: int | Unset = UNSET,
    lang: CalendarOfPublishedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | Problem | str | None:
    """The same as a calendar (RFC 5545), in which an evening is an event.

     Answer: A calendar; `Link` leads to earlier evenings.

    Args:
        game (GameId | Unset): The id of a game
        day (datetime.date | Unset):
        cursor (str | Unset):
        per_page (int | Unset):
        lang (CalendarOfPublishedLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | str
    """

    return sync_detailed(
        client=client,
        game=game,
        day=day,
        cursor=cursor,
        per_page=per_page,
        lang=lang,
        if_none_match=if_none_match,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    game: GameId | Unset = UNSET,
    day: datetime.date | Unset = UNSET,
    cursor: str | Unset = UNSET,
    per_page: int | Unset = UNSET,
    lang: CalendarOfPublishedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | Problem | str]:
    """The same as a calendar (RFC 5545), in which an evening is an event.

     Answer: A calendar; `Link` leads to earlier evenings.

    Args:
        game (GameId | Unset): The id of a game
        day (datetime.date | Unset):
        cursor (str | Unset):
        per_page (int | Unset):
        lang (CalendarOfPublishedLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | str]
    """

    kwargs = _get_kwargs(
        game=game,
        day=day,
        cursor=cursor,
        per_page=per_page,
        lang=lang,
        if_none_match=if_none_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    game: GameId | Unset = UNSET,
    day: datetime.date | Unset = UNSET,
    cursor: str | Unset = UNSET,
    per_page: int | Unset = UNSET,
    lang: CalendarOfPublishedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | Problem | str | None:
    """The same as a calendar (RFC 5545), in which an evening is an event.

     Answer: A calendar; `Link` leads to earlier evenings.

    Args:
        game (GameId | Unset): The id of a game
        day (datetime.date | Unset):
        cursor (str | Unset):
        per_page (int | Unset):
        lang (CalendarOfPublishedLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | str
    """

    return (
        await asyncio_detailed(
            client=client,
            game=game,
            day=day,
            cursor=cursor,
            per_page=per_page,
            lang=lang,
            if_none_match=if_none_match,
        )
    ).parsed
