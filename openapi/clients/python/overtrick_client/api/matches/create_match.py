from http import HTTPStatus
from typing import Any

import httpx

from ...client import AuthenticatedClient, Client
from ...models.berzerka_match import BerzerkaMatch
from ...models.brink_bid_match import BrinkBidMatch
from ...models.contract_sabacc_match import ContractSabaccMatch
from ...models.contractor_match import ContractorMatch
from ...models.create_match_detail import CreateMatchDetail
from ...models.created_match import CreatedMatch
from ...models.mariash_match import MariashMatch
from ...models.oh_hell_match import OhHellMatch
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
    detail: CreateMatchDetail | Unset = CreateMatchDetail.FULL,
    external_id: str | Unset = UNSET,
    metadata: str | Unset = UNSET,
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

    params["external_id"] = external_id

    params["metadata"] = metadata

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/matches",
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

    if response.status_code == 406:
        response_406 = Problem.from_dict(response.json())

        return response_406

    if response.status_code == 409:
        response_409 = Problem.from_dict(response.json())

        return response_409

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
    body: BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch,
    detail: CreateMatchDetail | Unset = CreateMatchDetail.FULL,
    external_id: str | Unset = UNSET,
    metadata: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[CreatedMatch | Problem]:
    """Open a match from a match document; it may have hands already.

     Answer: the match as it stands.

    Args:
        detail (CreateMatchDetail | Unset):  Default: CreateMatchDetail.FULL.
        external_id (str | Unset):
        metadata (str | Unset):
        idempotency_key (str | Unset):
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedMatch | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        detail=detail,
        external_id=external_id,
        metadata=metadata,
        idempotency_key=idempotency_key,
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
    detail: CreateMatchDetail | Unset = CreateMatchDetail.FULL,
    external_id: str | Unset = UNSET,
    metadata: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> CreatedMatch | Problem | None:
    """Open a match from a match document; it may have hands already.

     Answer: the match as it stands.

    Args:
        detail (CreateMatchDetail | Unset):  Default: CreateMatchDetail.FULL.
        external_id (str | Unset):
        metadata (str | Unset):
        idempotency_key (str | Unset):
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

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
        external_id=external_id,
        metadata=metadata,
        idempotency_key=idempotency_key,
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
    detail: CreateMatchDetail | Unset = CreateMatchDetail.FULL,
    external_id: str | Unset = UNSET,
    metadata: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[CreatedMatch | Problem]:
    """Open a match from a match document; it may have hands already.

     Answer: the match as it stands.

    Args:
        detail (CreateMatchDetail | Unset):  Default: CreateMatchDetail.FULL.
        external_id (str | Unset):
        metadata (str | Unset):
        idempotency_key (str | Unset):
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedMatch | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        detail=detail,
        external_id=external_id,
        metadata=metadata,
        idempotency_key=idempotency_key,
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
    detail: CreateMatchDetail | Unset = CreateMatchDetail.FULL,
    external_id: str | Unset = UNSET,
    metadata: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> CreatedMatch | Problem | None:
    """Open a match from a match document; it may have hands already.

     Answer: the match as it stands.

    Args:
        detail (CreateMatchDetail | Unset):  Default: CreateMatchDetail.FULL.
        external_id (str | Unset):
        metadata (str | Unset):
        idempotency_key (str | Unset):
        body (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch
            | OhHellMatch): A match: its game, players, house rules and hands

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
            external_id=external_id,
            metadata=metadata,
            idempotency_key=idempotency_key,
        )
    ).parsed
