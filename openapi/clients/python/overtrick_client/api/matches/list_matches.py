import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ...client import AuthenticatedClient, Client
from ...models.game_id import GameId
from ...models.list_matches_order import ListMatchesOrder
from ...models.list_matches_status import ListMatchesStatus
from ...models.match_list import MatchList
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    game: GameId | Unset = UNSET,
    status: ListMatchesStatus | Unset = UNSET,
    player: str | Unset = UNSET,
    from_: datetime.date | Unset = UNSET,
    to: datetime.date | Unset = UNSET,
    external_id: str | Unset = UNSET,
    order: ListMatchesOrder | Unset = UNSET,
    cursor: str | Unset = UNSET,
    after: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_game: str | Unset = UNSET
    if not isinstance(game, Unset):
        json_game = game.value

    params["game"] = json_game

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status

    params["player"] = player

    json_from_: str | Unset = UNSET
    if not isinstance(from_, Unset):
        json_from_ = from_.isoformat()
    params["from"] = json_from_

    json_to: str | Unset = UNSET
    if not isinstance(to, Unset):
        json_to = to.isoformat()
    params["to"] = json_to

    params["external_id"] = external_id

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order.value

    params["order"] = json_order

    params["cursor"] = cursor

    params["after"] = after

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/matches",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> MatchList | Problem:
    if response.status_code == 200:
        response_200 = MatchList.from_dict(response.json())

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

    if response.status_code == 406:
        response_406 = Problem.from_dict(response.json())

        return response_406

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[MatchList | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    game: GameId | Unset = UNSET,
    status: ListMatchesStatus | Unset = UNSET,
    player: str | Unset = UNSET,
    from_: datetime.date | Unset = UNSET,
    to: datetime.date | Unset = UNSET,
    external_id: str | Unset = UNSET,
    order: ListMatchesOrder | Unset = UNSET,
    cursor: str | Unset = UNSET,
    after: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[MatchList | Problem]:
    """All matches of the instance, or those that the filters leave, in the order of their ids or the
    latest
    day first: for its administrator, and for programs.

     Answer: A part of the list.

    Needs the role `read`, or one that may do more.

    Args:
        game (GameId | Unset): The id of a game
        status (ListMatchesStatus | Unset):
        player (str | Unset):
        from_ (datetime.date | Unset):
        to (datetime.date | Unset):
        external_id (str | Unset):
        order (ListMatchesOrder | Unset):
        cursor (str | Unset):
        after (str | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MatchList | Problem]
    """

    kwargs = _get_kwargs(
        game=game,
        status=status,
        player=player,
        from_=from_,
        to=to,
        external_id=external_id,
        order=order,
        cursor=cursor,
        after=after,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    game: GameId | Unset = UNSET,
    status: ListMatchesStatus | Unset = UNSET,
    player: str | Unset = UNSET,
    from_: datetime.date | Unset = UNSET,
    to: datetime.date | Unset = UNSET,
    external_id: str | Unset = UNSET,
    order: ListMatchesOrder | Unset = UNSET,
    cursor: str | Unset = UNSET,
    after: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> MatchList | Problem | None:
    """All matches of the instance, or those that the filters leave, in the order of their ids or the
    latest
    day first: for its administrator, and for programs.

     Answer: A part of the list.

    Needs the role `read`, or one that may do more.

    Args:
        game (GameId | Unset): The id of a game
        status (ListMatchesStatus | Unset):
        player (str | Unset):
        from_ (datetime.date | Unset):
        to (datetime.date | Unset):
        external_id (str | Unset):
        order (ListMatchesOrder | Unset):
        cursor (str | Unset):
        after (str | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MatchList | Problem
    """

    return sync_detailed(
        client=client,
        game=game,
        status=status,
        player=player,
        from_=from_,
        to=to,
        external_id=external_id,
        order=order,
        cursor=cursor,
        after=after,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    game: GameId | Unset = UNSET,
    status: ListMatchesStatus | Unset = UNSET,
    player: str | Unset = UNSET,
    from_: datetime.date | Unset = UNSET,
    to: datetime.date | Unset = UNSET,
    external_id: str | Unset = UNSET,
    order: ListMatchesOrder | Unset = UNSET,
    cursor: str | Unset = UNSET,
    after: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[MatchList | Problem]:
    """All matches of the instance, or those that the filters leave, in the order of their ids or the
    latest
    day first: for its administrator, and for programs.

     Answer: A part of the list.

    Needs the role `read`, or one that may do more.

    Args:
        game (GameId | Unset): The id of a game
        status (ListMatchesStatus | Unset):
        player (str | Unset):
        from_ (datetime.date | Unset):
        to (datetime.date | Unset):
        external_id (str | Unset):
        order (ListMatchesOrder | Unset):
        cursor (str | Unset):
        after (str | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MatchList | Problem]
    """

    kwargs = _get_kwargs(
        game=game,
        status=status,
        player=player,
        from_=from_,
        to=to,
        external_id=external_id,
        order=order,
        cursor=cursor,
        after=after,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    game: GameId | Unset = UNSET,
    status: ListMatchesStatus | Unset = UNSET,
    player: str | Unset = UNSET,
    from_: datetime.date | Unset = UNSET,
    to: datetime.date | Unset = UNSET,
    external_id: str | Unset = UNSET,
    order: ListMatchesOrder | Unset = UNSET,
    cursor: str | Unset = UNSET,
    after: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> MatchList | Problem | None:
    """All matches of the instance, or those that the filters leave, in the order of their ids or the
    latest
    day first: for its administrator, and for programs.

     Answer: A part of the list.

    Needs the role `read`, or one that may do more.

    Args:
        game (GameId | Unset): The id of a game
        status (ListMatchesStatus | Unset):
        player (str | Unset):
        from_ (datetime.date | Unset):
        to (datetime.date | Unset):
        external_id (str | Unset):
        order (ListMatchesOrder | Unset):
        cursor (str | Unset):
        after (str | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MatchList | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            game=game,
            status=status,
            player=player,
            from_=from_,
            to=to,
            external_id=external_id,
            order=order,
            cursor=cursor,
            after=after,
            limit=limit,
        )
    ).parsed
