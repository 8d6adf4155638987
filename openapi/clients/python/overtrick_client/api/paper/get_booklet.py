from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.game_id import GameId
from ...models.get_booklet_lang import GetBookletLang
from ...models.get_booklet_paper import GetBookletPaper
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    game: GameId,
    *,
    paper: GetBookletPaper | Unset = UNSET,
    fold: bool | Unset = UNSET,
    option: list[str] | Unset = UNSET,
    lang: GetBookletLang | Unset = UNSET,
    link: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    json_paper: str | Unset = UNSET
    if not isinstance(paper, Unset):
        json_paper = paper.value

    params["paper"] = json_paper

    params["fold"] = fold

    json_option: list[str] | Unset = UNSET
    if not isinstance(option, Unset):
        json_option = option

    params["option"] = json_option

    json_lang: str | Unset = UNSET
    if not isinstance(lang, Unset):
        json_lang = lang.value

    params["lang"] = json_lang

    params["link"] = link

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/games/{game}/rules.pdf".format(
            game=quote(str(game), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Problem | str:
    if response.status_code == 200:
        response_200 = cast(str, response.content)
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

    if response.status_code == 422:
        response_422 = Problem.from_dict(response.json())

        return response_422

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
    game: GameId,
    *,
    client: AuthenticatedClient | Client,
    paper: GetBookletPaper | Unset = UNSET,
    fold: bool | Unset = UNSET,
    option: list[str] | Unset = UNSET,
    lang: GetBookletLang | Unset = UNSET,
    link: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | Problem | str]:
    """Print the rules of a game, plain or as a booklet to fold.

     Answer: the match as it stands.

    Args:
        game (GameId): The id of a game
        paper (GetBookletPaper | Unset):
        fold (bool | Unset):
        option (list[str] | Unset):
        lang (GetBookletLang | Unset):
        link (str | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | str]
    """

    kwargs = _get_kwargs(
        game=game,
        paper=paper,
        fold=fold,
        option=option,
        lang=lang,
        link=link,
        if_none_match=if_none_match,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    game: GameId,
    *,
    client: AuthenticatedClient | Client,
    paper: GetBookletPaper | Unset = UNSET,
    fold: bool | Unset = UNSET,
    option: list[str] | Unset = UNSET,
    lang: GetBookletLang | Unset = UNSET,
    link: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | Problem | str | None:
    """Print the rules of a game, plain or as a booklet to fold.

     Answer: the match as it stands.

    Args:
        game (GameId): The id of a game
        paper (GetBookletPaper | Unset):
        fold (bool | Unset):
        option (list[str] | Unset):
        lang (GetBookletLang | Unset):
        link (str | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | str
    """

    return sync_detailed(
        game=game,
        client=client,
        paper=paper,
        fold=fold,
        option=option,
        lang=lang,
        link=link,
        if_none_match=if_none_match,
    ).parsed


async def asyncio_detailed(
    game: GameId,
    *,
    client: AuthenticatedClient | Client,
    paper: GetBookletPaper | Unset = UNSET,
    fold: bool | Unset = UNSET,
    option: list[str] | Unset = UNSET,
    lang: GetBookletLang | Unset = UNSET,
    link: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | Problem | str]:
    """Print the rules of a game, plain or as a booklet to fold.

     Answer: the match as it stands.

    Args:
        game (GameId): The id of a game
        paper (GetBookletPaper | Unset):
        fold (bool | Unset):
        option (list[str] | Unset):
        lang (GetBookletLang | Unset):
        link (str | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | str]
    """

    kwargs = _get_kwargs(
        game=game,
        paper=paper,
        fold=fold,
        option=option,
        lang=lang,
        link=link,
        if_none_match=if_none_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    game: GameId,
    *,
    client: AuthenticatedClient | Client,
    paper: GetBookletPaper | Unset = UNSET,
    fold: bool | Unset = UNSET,
    option: list[str] | Unset = UNSET,
    lang: GetBookletLang | Unset = UNSET,
    link: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | Problem | str | None:
    """Print the rules of a game, plain or as a booklet to fold.

     Answer: the match as it stands.

    Args:
        game (GameId): The id of a game
        paper (GetBookletPaper | Unset):
        fold (bool | Unset):
        option (list[str] | Unset):
        lang (GetBookletLang | Unset):
        link (str | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | str
    """

    return (
        await asyncio_detailed(
            game=game,
            client=client,
            paper=paper,
            fold=fold,
            option=option,
            lang=lang,
            link=link,
            if_none_match=if_none_match,
        )
    ).parsed
