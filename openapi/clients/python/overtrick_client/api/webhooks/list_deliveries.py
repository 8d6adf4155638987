from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.delivery_list import DeliveryList
from ...models.delivery_state import DeliveryState
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    after: str | Unset = UNSET,
    state: DeliveryState | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["after"] = after

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state.value

    params["state"] = json_state

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/webhooks/{id}/deliveries".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> DeliveryList | Problem:
    if response.status_code == 200:
        response_200 = DeliveryList.from_dict(response.json())

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
) -> Response[DeliveryList | Problem]:
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
    after: str | Unset = UNSET,
    state: DeliveryState | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[DeliveryList | Problem]:
    """What is delivered to the webhook: what waits, and what ended in the last seven days.

     Answer: A part of the list.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        after (str | Unset):
        state (DeliveryState | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeliveryList | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        after=after,
        state=state,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient,
    after: str | Unset = UNSET,
    state: DeliveryState | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> DeliveryList | Problem | None:
    """What is delivered to the webhook: what waits, and what ended in the last seven days.

     Answer: A part of the list.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        after (str | Unset):
        state (DeliveryState | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeliveryList | Problem
    """

    return sync_detailed(
        id=id,
        client=client,
        after=after,
        state=state,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    after: str | Unset = UNSET,
    state: DeliveryState | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[DeliveryList | Problem]:
    """What is delivered to the webhook: what waits, and what ended in the last seven days.

     Answer: A part of the list.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        after (str | Unset):
        state (DeliveryState | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeliveryList | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        after=after,
        state=state,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    after: str | Unset = UNSET,
    state: DeliveryState | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> DeliveryList | Problem | None:
    """What is delivered to the webhook: what waits, and what ended in the last seven days.

     Answer: A part of the list.

    Needs the role `direct`, or one that may do more.

    Args:
        id (str):
        after (str | Unset):
        state (DeliveryState | Unset):
        limit (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeliveryList | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            after=after,
            state=state,
            limit=limit,
        )
    ).parsed
