from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.berzerka_match import BerzerkaMatch
from ...models.brink_bid_match import BrinkBidMatch
from ...models.contract_sabacc_match import ContractSabaccMatch
from ...models.contractor_match import ContractorMatch
from ...models.mariash_match import MariashMatch
from ...models.match_state import MatchState
from ...models.oh_hell_match import OhHellMatch
from ...models.open_again_detail import OpenAgainDetail
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    detail: OpenAgainDetail | Unset = OpenAgainDetail.FULL,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    params: dict[str, Any] = {}

    json_detail: str | Unset = UNSET
    if not isinstance(detail, Unset):
        json_detail = detail.value

    params["detail"] = json_detail

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/matches/{id}".format(
            id=quote(str(id), safe=""),
        ),
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
) -> MatchState | Problem:
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
) -> Response[MatchState | Problem]:
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
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    detail: OpenAgainDetail | Unset = OpenAgainDetail.FULL,
) -> Response[MatchState | Problem]:
    """Open a match again that expired, under its id and with its keys, from the same document.

     A match in which nothing was played may expire where the operator wants it so. A phone that was away
    has its document and a key: the game, its edition, the players and the house rules must be the same;
    hands are left out, and recorded afterwards. A match that did not expire is answered as it stands.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        detail (OpenAgainDetail | Unset):  Default: OpenAgainDetail.FULL.
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MatchState | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        detail=detail,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient,
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    detail: OpenAgainDetail | Unset = OpenAgainDetail.FULL,
) -> MatchState | Problem | None:
    """Open a match again that expired, under its id and with its keys, from the same document.

     A match in which nothing was played may expire where the operator wants it so. A phone that was away
    has its document and a key: the game, its edition, the players and the house rules must be the same;
    hands are left out, and recorded afterwards. A match that did not expire is answered as it stands.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        detail (OpenAgainDetail | Unset):  Default: OpenAgainDetail.FULL.
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MatchState | Problem
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
        detail=detail,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    detail: OpenAgainDetail | Unset = OpenAgainDetail.FULL,
) -> Response[MatchState | Problem]:
    """Open a match again that expired, under its id and with its keys, from the same document.

     A match in which nothing was played may expire where the operator wants it so. A phone that was away
    has its document and a key: the game, its edition, the players and the house rules must be the same;
    hands are left out, and recorded afterwards. A match that did not expire is answered as it stands.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        detail (OpenAgainDetail | Unset):  Default: OpenAgainDetail.FULL.
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MatchState | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        detail=detail,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    detail: OpenAgainDetail | Unset = OpenAgainDetail.FULL,
) -> MatchState | Problem | None:
    """Open a match again that expired, under its id and with its keys, from the same document.

     A match in which nothing was played may expire where the operator wants it so. A phone that was away
    has its document and a key: the game, its edition, the players and the house rules must be the same;
    hands are left out, and recorded afterwards. A match that did not expire is answered as it stands.

    Needs the role `score`, or one that may do more.

    Args:
        id (str):
        detail (OpenAgainDetail | Unset):  Default: OpenAgainDetail.FULL.
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MatchState | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            detail=detail,
        )
    ).parsed
