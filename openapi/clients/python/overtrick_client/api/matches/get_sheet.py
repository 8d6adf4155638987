from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.get_sheet_lang import GetSheetLang
from ...models.get_sheet_paper import GetSheetPaper
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    paper: GetSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: GetSheetLang | Unset = UNSET,
    explain: bool | Unset = UNSET,
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

    params["landscape"] = landscape

    params["gutter"] = gutter

    params["link"] = link

    json_lang: str | Unset = UNSET
    if not isinstance(lang, Unset):
        json_lang = lang.value

    params["lang"] = json_lang

    params["explain"] = explain

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/matches/{id}/sheet.pdf".format(
            id=quote(str(id), safe=""),
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

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())

        return response_401

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

    if response.status_code == 406:
        response_406 = Problem.from_dict(response.json())

        return response_406

    if response.status_code == 410:
        response_410 = Problem.from_dict(response.json())

        return response_410

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
    id: str,
    *,
    client: AuthenticatedClient,
    paper: GetSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: GetSheetLang | Unset = UNSET,
    explain: bool | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | Problem | str]:
    """The match on paper: every hand in its row, totals, corrections, standings.

     Answer: the match as it stands.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        paper (GetSheetPaper | Unset):
        landscape (bool | Unset):
        gutter (int | Unset):
        link (str | Unset):
        lang (GetSheetLang | Unset):
        explain (bool | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | str]
    """

    kwargs = _get_kwargs(
        id=id,
        paper=paper,
        landscape=landscape,
        gutter=gutter,
        link=link,
        lang=lang,
        explain=explain,
        if_none_match=if_none_match,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient,
    paper: GetSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: GetSheetLang | Unset = UNSET,
    explain: bool | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | Problem | str | None:
    """The match on paper: every hand in its row, totals, corrections, standings.

     Answer: the match as it stands.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        paper (GetSheetPaper | Unset):
        landscape (bool | Unset):
        gutter (int | Unset):
        link (str | Unset):
        lang (GetSheetLang | Unset):
        explain (bool | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | str
    """

    return sync_detailed(
        id=id,
        client=client,
        paper=paper,
        landscape=landscape,
        gutter=gutter,
        link=link,
        lang=lang,
        explain=explain,
        if_none_match=if_none_match,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    paper: GetSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: GetSheetLang | Unset = UNSET,
    explain: bool | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | Problem | str]:
    """The match on paper: every hand in its row, totals, corrections, standings.

     Answer: the match as it stands.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        paper (GetSheetPaper | Unset):
        landscape (bool | Unset):
        gutter (int | Unset):
        link (str | Unset):
        lang (GetSheetLang | Unset):
        explain (bool | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | str]
    """

    kwargs = _get_kwargs(
        id=id,
        paper=paper,
        landscape=landscape,
        gutter=gutter,
        link=link,
        lang=lang,
        explain=explain,
        if_none_match=if_none_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    paper: GetSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: GetSheetLang | Unset = UNSET,
    explain: bool | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | Problem | str | None:
    """The match on paper: every hand in its row, totals, corrections, standings.

     Answer: the match as it stands.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        paper (GetSheetPaper | Unset):
        landscape (bool | Unset):
        gutter (int | Unset):
        link (str | Unset):
        lang (GetSheetLang | Unset):
        explain (bool | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | str
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            paper=paper,
            landscape=landscape,
            gutter=gutter,
            link=link,
            lang=lang,
            explain=explain,
            if_none_match=if_none_match,
        )
    ).parsed
