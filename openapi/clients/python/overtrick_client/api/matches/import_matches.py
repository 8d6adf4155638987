from http import HTTPStatus
from typing import Any

import httpx

from ...client import AuthenticatedClient, Client
from ...models.game_id import GameId
from ...models.import_report import ImportReport
from ...models.import_request import ImportRequest
from ...models.problem import Problem
from ...types import UNSET, File, Response, Unset


def _get_kwargs(
    *,
    body: ImportRequest | File | Unset = UNSET,
    dry_run: bool | Unset = UNSET,
    again: bool | Unset = UNSET,
    game: GameId | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    params: dict[str, Any] = {}

    params["dry_run"] = dry_run

    params["again"] = again

    json_game: str | Unset = UNSET
    if not isinstance(game, Unset):
        json_game = game.value

    params["game"] = json_game

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/imports",
        "params": params,
    }

    if isinstance(body, ImportRequest):
        _kwargs["json"] = body.to_dict()

        headers["Content-Type"] = "application/json"
    if isinstance(body, File):
        _kwargs["content"] = body.payload
        headers["Content-Type"] = "application/x-ndjson"
    if isinstance(body, File):
        _kwargs["content"] = body.payload
        headers["Content-Type"] = "text/csv"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ImportReport | Problem:
    if response.status_code == 200:
        response_200 = ImportReport.from_dict(response.json())

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
) -> Response[ImportReport | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: ImportRequest | File | Unset = UNSET,
    dry_run: bool | Unset = UNSET,
    again: bool | Unset = UNSET,
    game: GameId | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ImportReport | Problem]:
    """Store match documents, an export, or a file of results: all or none.

     A line is a match document; a document beside what a program calls it (`document`, `external_id`,
    `metadata`); or a whole log from an export, which keeps its id, its keys and its history. A JSON
    object has
    the same as `matches`, and a JSON list as its items; CSV is what `results.csv` of the game shows.
    What is there already is
    recognized and not added again: by its external id, by the document that it was imported from, by
    its
    log. Keys of imported matches are made by renewing them.

    Needs the role `admin`, or one that may do more.

    Args:
        dry_run (bool | Unset):
        again (bool | Unset):
        game (GameId | Unset): The id of a game
        idempotency_key (str | Unset):
        body (ImportRequest):
        body (File):
        body (File):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ImportReport | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        dry_run=dry_run,
        again=again,
        game=game,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    body: ImportRequest | File | Unset = UNSET,
    dry_run: bool | Unset = UNSET,
    again: bool | Unset = UNSET,
    game: GameId | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ImportReport | Problem | None:
    """Store match documents, an export, or a file of results: all or none.

     A line is a match document; a document beside what a program calls it (`document`, `external_id`,
    `metadata`); or a whole log from an export, which keeps its id, its keys and its history. A JSON
    object has
    the same as `matches`, and a JSON list as its items; CSV is what `results.csv` of the game shows.
    What is there already is
    recognized and not added again: by its external id, by the document that it was imported from, by
    its
    log. Keys of imported matches are made by renewing them.

    Needs the role `admin`, or one that may do more.

    Args:
        dry_run (bool | Unset):
        again (bool | Unset):
        game (GameId | Unset): The id of a game
        idempotency_key (str | Unset):
        body (ImportRequest):
        body (File):
        body (File):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ImportReport | Problem
    """

    return sync_detailed(
        client=client,
        body=body,
        dry_run=dry_run,
        again=again,
        game=game,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: ImportRequest | File | Unset = UNSET,
    dry_run: bool | Unset = UNSET,
    again: bool | Unset = UNSET,
    game: GameId | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ImportReport | Problem]:
    """Store match documents, an export, or a file of results: all or none.

     A line is a match document; a document beside what a program calls it (`document`, `external_id`,
    `metadata`); or a whole log from an export, which keeps its id, its keys and its history. A JSON
    object has
    the same as `matches`, and a JSON list as its items; CSV is what `results.csv` of the game shows.
    What is there already is
    recognized and not added again: by its external id, by the document that it was imported from, by
    its
    log. Keys of imported matches are made by renewing them.

    Needs the role `admin`, or one that may do more.

    Args:
        dry_run (bool | Unset):
        again (bool | Unset):
        game (GameId | Unset): The id of a game
        idempotency_key (str | Unset):
        body (ImportRequest):
        body (File):
        body (File):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ImportReport | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        dry_run=dry_run,
        again=again,
        game=game,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: ImportRequest | File | Unset = UNSET,
    dry_run: bool | Unset = UNSET,
    again: bool | Unset = UNSET,
    game: GameId | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ImportReport | Problem | None:
    """Store match documents, an export, or a file of results: all or none.

     A line is a match document; a document beside what a program calls it (`document`, `external_id`,
    `metadata`); or a whole log from an export, which keeps its id, its keys and its history. A JSON
    object has
    the same as `matches`, and a JSON list as its items; CSV is what `results.csv` of the game shows.
    What is there already is
    recognized and not added again: by its external id, by the document that it was imported from, by
    its
    log. Keys of imported matches are made by renewing them.

    Needs the role `admin`, or one that may do more.

    Args:
        dry_run (bool | Unset):
        again (bool | Unset):
        game (GameId | Unset): The id of a game
        idempotency_key (str | Unset):
        body (ImportRequest):
        body (File):
        body (File):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ImportReport | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            dry_run=dry_run,
            again=again,
            game=game,
            idempotency_key=idempotency_key,
        )
    ).parsed
