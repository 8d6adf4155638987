from http import HTTPStatus
from typing import Any

import httpx

from ...client import AuthenticatedClient, Client
from ...models.berzerka_question import BerzerkaQuestion
from ...models.brink_bid_question import BrinkBidQuestion
from ...models.contract_sabacc_question import ContractSabaccQuestion
from ...models.contractor_question import ContractorQuestion
from ...models.mariash_question import MariashQuestion
from ...models.oh_hell_question import OhHellQuestion
from ...models.problem import Problem
from ...models.rulings_report import RulingsReport
from ...types import Response


def _get_kwargs(
    *,
    body: BerzerkaQuestion
    | BrinkBidQuestion
    | ContractorQuestion
    | ContractSabaccQuestion
    | MariashQuestion
    | OhHellQuestion,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/adjudications",
    }

    if (
        isinstance(body, BerzerkaQuestion)
        or isinstance(body, ContractSabaccQuestion)
        or isinstance(body, BrinkBidQuestion)
        or isinstance(body, ContractorQuestion)
        or isinstance(body, MariashQuestion)
    ):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | RulingsReport:
    if response.status_code == 200:
        response_200 = RulingsReport.from_dict(response.json())

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
) -> Response[Problem | RulingsReport]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BerzerkaQuestion
    | BrinkBidQuestion
    | ContractorQuestion
    | ContractSabaccQuestion
    | MariashQuestion
    | OhHellQuestion,
) -> Response[Problem | RulingsReport]:
    """Rule on a bid, a trick, a whole play, a discard.

     Answer: A ruling for every step.

    Args:
        body (BerzerkaQuestion | BrinkBidQuestion | ContractorQuestion | ContractSabaccQuestion |
            MariashQuestion | OhHellQuestion): A question to the adjudicator

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RulingsReport]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: BerzerkaQuestion
    | BrinkBidQuestion
    | ContractorQuestion
    | ContractSabaccQuestion
    | MariashQuestion
    | OhHellQuestion,
) -> Problem | RulingsReport | None:
    """Rule on a bid, a trick, a whole play, a discard.

     Answer: A ruling for every step.

    Args:
        body (BerzerkaQuestion | BrinkBidQuestion | ContractorQuestion | ContractSabaccQuestion |
            MariashQuestion | OhHellQuestion): A question to the adjudicator

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RulingsReport
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BerzerkaQuestion
    | BrinkBidQuestion
    | ContractorQuestion
    | ContractSabaccQuestion
    | MariashQuestion
    | OhHellQuestion,
) -> Response[Problem | RulingsReport]:
    """Rule on a bid, a trick, a whole play, a discard.

     Answer: A ruling for every step.

    Args:
        body (BerzerkaQuestion | BrinkBidQuestion | ContractorQuestion | ContractSabaccQuestion |
            MariashQuestion | OhHellQuestion): A question to the adjudicator

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | RulingsReport]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: BerzerkaQuestion
    | BrinkBidQuestion
    | ContractorQuestion
    | ContractSabaccQuestion
    | MariashQuestion
    | OhHellQuestion,
) -> Problem | RulingsReport | None:
    """Rule on a bid, a trick, a whole play, a discard.

     Answer: A ruling for every step.

    Args:
        body (BerzerkaQuestion | BrinkBidQuestion | ContractorQuestion | ContractSabaccQuestion |
            MariashQuestion | OhHellQuestion): A question to the adjudicator

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | RulingsReport
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
