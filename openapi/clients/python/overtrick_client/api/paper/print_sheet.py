from http import HTTPStatus
from typing import Any, cast

import httpx

from ...client import AuthenticatedClient, Client
from ...models.berzerka_match import BerzerkaMatch
from ...models.brink_bid_match import BrinkBidMatch
from ...models.contract_sabacc_match import ContractSabaccMatch
from ...models.contractor_match import ContractorMatch
from ...models.mariash_match import MariashMatch
from ...models.oh_hell_match import OhHellMatch
from ...models.print_sheet_lang import PrintSheetLang
from ...models.print_sheet_paper import PrintSheetPaper
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    explain: bool | Unset = UNSET,
    paper: PrintSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: PrintSheetLang | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["explain"] = explain

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

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/sheets.pdf",
        "params": params,
    }

    if (
        isinstance(body, BerzerkaMatch)
        or isinstance(body, ContractSabaccMatch)
        or isinstance(body, BrinkBidMatch)
        or isinstance(body, ContractorMatch)
        or isinstance(body, MariashMatch)
    ):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | str:
    if response.status_code == 200:
        response_200 = cast(str, response.content)
        return response_200

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

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Problem | str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    explain: bool | Unset = UNSET,
    paper: PrintSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: PrintSheetLang | Unset = UNSET,
) -> Response[Problem | str]:
    """Print a match document; nothing is kept.

     Answer: the match as it stands.

    Args:
        explain (bool | Unset):
        paper (PrintSheetPaper | Unset):
        landscape (bool | Unset):
        gutter (int | Unset):
        link (str | Unset):
        lang (PrintSheetLang | Unset):
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
    """

    kwargs = _get_kwargs(
        body=body,
        explain=explain,
        paper=paper,
        landscape=landscape,
        gutter=gutter,
        link=link,
        lang=lang,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    explain: bool | Unset = UNSET,
    paper: PrintSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: PrintSheetLang | Unset = UNSET,
) -> Problem | str | None:
    """Print a match document; nothing is kept.

     Answer: the match as it stands.

    Args:
        explain (bool | Unset):
        paper (PrintSheetPaper | Unset):
        landscape (bool | Unset):
        gutter (int | Unset):
        link (str | Unset):
        lang (PrintSheetLang | Unset):
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
    """

    return sync_detailed(
        client=client,
        body=body,
        explain=explain,
        paper=paper,
        landscape=landscape,
        gutter=gutter,
        link=link,
        lang=lang,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    explain: bool | Unset = UNSET,
    paper: PrintSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: PrintSheetLang | Unset = UNSET,
) -> Response[Problem | str]:
    """Print a match document; nothing is kept.

     Answer: the match as it stands.

    Args:
        explain (bool | Unset):
        paper (PrintSheetPaper | Unset):
        landscape (bool | Unset):
        gutter (int | Unset):
        link (str | Unset):
        lang (PrintSheetLang | Unset):
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
    """

    kwargs = _get_kwargs(
        body=body,
        explain=explain,
        paper=paper,
        landscape=landscape,
        gutter=gutter,
        link=link,
        lang=lang,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    explain: bool | Unset = UNSET,
    paper: PrintSheetPaper | Unset = UNSET,
    landscape: bool | Unset = UNSET,
    gutter: int | Unset = UNSET,
    link: str | Unset = UNSET,
    lang: PrintSheetLang | Unset = UNSET,
) -> Problem | str | None:
    """Print a match document; nothing is kept.

     Answer: the match as it stands.

    Args:
        explain (bool | Unset):
        paper (PrintSheetPaper | Unset):
        landscape (bool | Unset):
        gutter (int | Unset):
        link (str | Unset):
        lang (PrintSheetLang | Unset):
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            explain=explain,
            paper=paper,
            landscape=landscape,
            gutter=gutter,
            link=link,
            lang=lang,
        )
    ).parsed
