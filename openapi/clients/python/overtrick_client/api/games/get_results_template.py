from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...types import Response


def _get_kwargs(
    game: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/games/{game}/results.csv".format(
            game=quote(str(game), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | str:
    if response.status_code == 200:
        response_200 = cast(str, response.content)
        return response_200

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
) -> Response[Problem | str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    game: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[Problem | str]:
    """How results of a game are written as CSV: the names of the columns, and an example.

     A row is a hand, and the rows of one text in `match` are a match. What belongs to a match stands in
    its
    first row at least. What a player has of a field stands in the column of the player's seat. A list
    stands with semicolons, one of small objects with commas within them, and what is nested deeper as
    JSON.

    Args:
        game (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
    """

    kwargs = _get_kwargs(
        game=game,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    game: str,
    *,
    client: AuthenticatedClient | Client,
) -> Problem | str | None:
    """How results of a game are written as CSV: the names of the columns, and an example.

     A row is a hand, and the rows of one text in `match` are a match. What belongs to a match stands in
    its
    first row at least. What a player has of a field stands in the column of the player's seat. A list
    stands with semicolons, one of small objects with commas within them, and what is nested deeper as
    JSON.

    Args:
        game (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
    """

    return sync_detailed(
        game=game,
        client=client,
    ).parsed


async def asyncio_detailed(
    game: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[Problem | str]:
    """How results of a game are written as CSV: the names of the columns, and an example.

     A row is a hand, and the rows of one text in `match` are a match. What belongs to a match stands in
    its
    first row at least. What a player has of a field stands in the column of the player's seat. A list
    stands with semicolons, one of small objects with commas within them, and what is nested deeper as
    JSON.

    Args:
        game (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
    """

    kwargs = _get_kwargs(
        game=game,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    game: str,
    *,
    client: AuthenticatedClient | Client,
) -> Problem | str | None:
    """How results of a game are written as CSV: the names of the columns, and an example.

     A row is a hand, and the rows of one text in `match` are a match. What belongs to a match stands in
    its
    first row at least. What a player has of a field stands in the column of the player's seat. A list
    stands with semicolons, one of small objects with commas within them, and what is nested deeper as
    JSON.

    Args:
        game (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
    """

    return (
        await asyncio_detailed(
            game=game,
            client=client,
        )
    ).parsed
