from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.berzerka_match import BerzerkaMatch
from ...models.brink_bid_match import BrinkBidMatch
from ...models.contract_sabacc_match import ContractSabaccMatch
from ...models.contractor_match import ContractorMatch
from ...models.mariash_match import MariashMatch
from ...models.oh_hell_match import OhHellMatch
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    if_none_match: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/matches/{id}/document".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> (
    Any
    | BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch
    | Problem
):
    if response.status_code == 200:

        def _parse_response_200(
            data: object,
        ) -> (
            BerzerkaMatch
            | BrinkBidMatch
            | ContractorMatch
            | ContractSabaccMatch
            | MariashMatch
            | OhHellMatch
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_0 = BerzerkaMatch.from_dict(data)

                return componentsschemas_match_document_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_1 = ContractSabaccMatch.from_dict(
                    data
                )

                return componentsschemas_match_document_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_2 = BrinkBidMatch.from_dict(data)

                return componentsschemas_match_document_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_3 = ContractorMatch.from_dict(
                    data
                )

                return componentsschemas_match_document_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_4 = MariashMatch.from_dict(data)

                return componentsschemas_match_document_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_match_document_type_5 = OhHellMatch.from_dict(data)

            return componentsschemas_match_document_type_5

        response_200 = _parse_response_200(response.json())

        return response_200

    if response.status_code == 304:
        response_304 = cast(Any, None)
        return response_304

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

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[
    Any
    | BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch
    | Problem
]:
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
    if_none_match: str | Unset = UNSET,
) -> Response[
    Any
    | BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch
    | Problem
]:
    """The match document: to be scored, archived, or opened again elsewhere.

     Answer: The match document.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch | OhHellMatch | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
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
    if_none_match: str | Unset = UNSET,
) -> (
    Any
    | BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch
    | Problem
    | None
):
    """The match document: to be scored, archived, or opened again elsewhere.

     Answer: The match document.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch | OhHellMatch | Problem
    """

    return sync_detailed(
        id=id,
        client=client,
        if_none_match=if_none_match,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    if_none_match: str | Unset = UNSET,
) -> Response[
    Any
    | BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch
    | Problem
]:
    """The match document: to be scored, archived, or opened again elsewhere.

     Answer: The match document.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch | OhHellMatch | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        if_none_match=if_none_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    if_none_match: str | Unset = UNSET,
) -> (
    Any
    | BerzerkaMatch
    | BrinkBidMatch
    | ContractorMatch
    | ContractSabaccMatch
    | MariashMatch
    | OhHellMatch
    | Problem
    | None
):
    """The match document: to be scored, archived, or opened again elsewhere.

     Answer: The match document.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch | OhHellMatch | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            if_none_match=if_none_match,
        )
    ).parsed
