from http import HTTPStatus
from typing import Any

import httpx

from ...client import AuthenticatedClient, Client
from ...models.change_list import ChangeList
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    since: str | Unset = UNSET,
    match: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: None | str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(last_event_id, Unset):
        headers["Last-Event-ID"] = last_event_id

    params: dict[str, Any] = {}

    params["since"] = since

    params["match"] = match

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/changes",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ChangeList | Problem:
    if response.status_code == 200:
        response_200 = ChangeList.from_dict(response.json())

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

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ChangeList | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    since: str | Unset = UNSET,
    match: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: None | str | Unset = UNSET,
) -> Response[ChangeList | Problem]:
    """The changes of all matches, or of one, in the order of their commits.

     Begin without `since`, and send the cursor of the last change that you have to get what comes after
    it:
    no change is left out, and none comes twice. `since=now` begins with what comes. As NDJSON there is
    a
    change a line, as JSON a page; as server-sent events (named `change`, the cursor is their id) it
    goes on
    live. The changes of a match that was deleted are gone, and a `match.deleted` stands in their place.
    The
    administrator and programs see all matches; a key of a match those of `match`.

    Needs the role `view`, or one that may do more.

    Args:
        since (str | Unset):
        match (str | Unset):
        limit (int | Unset):
        last_event_id (None | str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangeList | Problem]
    """

    kwargs = _get_kwargs(
        since=since,
        match=match,
        limit=limit,
        last_event_id=last_event_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    since: str | Unset = UNSET,
    match: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: None | str | Unset = UNSET,
) -> ChangeList | Problem | None:
    """The changes of all matches, or of one, in the order of their commits.

     Begin without `since`, and send the cursor of the last change that you have to get what comes after
    it:
    no change is left out, and none comes twice. `since=now` begins with what comes. As NDJSON there is
    a
    change a line, as JSON a page; as server-sent events (named `change`, the cursor is their id) it
    goes on
    live. The changes of a match that was deleted are gone, and a `match.deleted` stands in their place.
    The
    administrator and programs see all matches; a key of a match those of `match`.

    Needs the role `view`, or one that may do more.

    Args:
        since (str | Unset):
        match (str | Unset):
        limit (int | Unset):
        last_event_id (None | str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ChangeList | Problem
    """

    return sync_detailed(
        client=client,
        since=since,
        match=match,
        limit=limit,
        last_event_id=last_event_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    since: str | Unset = UNSET,
    match: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: None | str | Unset = UNSET,
) -> Response[ChangeList | Problem]:
    """The changes of all matches, or of one, in the order of their commits.

     Begin without `since`, and send the cursor of the last change that you have to get what comes after
    it:
    no change is left out, and none comes twice. `since=now` begins with what comes. As NDJSON there is
    a
    change a line, as JSON a page; as server-sent events (named `change`, the cursor is their id) it
    goes on
    live. The changes of a match that was deleted are gone, and a `match.deleted` stands in their place.
    The
    administrator and programs see all matches; a key of a match those of `match`.

    Needs the role `view`, or one that may do more.

    Args:
        since (str | Unset):
        match (str | Unset):
        limit (int | Unset):
        last_event_id (None | str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangeList | Problem]
    """

    kwargs = _get_kwargs(
        since=since,
        match=match,
        limit=limit,
        last_event_id=last_event_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    since: str | Unset = UNSET,
    match: str | Unset = UNSET,
    limit: int | Unset = UNSET,
    last_event_id: None | str | Unset = UNSET,
) -> ChangeList | Problem | None:
    """The changes of all matches, or of one, in the order of their commits.

     Begin without `since`, and send the cursor of the last change that you have to get what comes after
    it:
    no change is left out, and none comes twice. `since=now` begins with what comes. As NDJSON there is
    a
    change a line, as JSON a page; as server-sent events (named `change`, the cursor is their id) it
    goes on
    live. The changes of a match that was deleted are gone, and a `match.deleted` stands in their place.
    The
    administrator and programs see all matches; a key of a match those of `match`.

    Needs the role `view`, or one that may do more.

    Args:
        since (str | Unset):
        match (str | Unset):
        limit (int | Unset):
        last_event_id (None | str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ChangeList | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            since=since,
            match=match,
            limit=limit,
            last_event_id=last_event_id,
        )
    ).parsed
