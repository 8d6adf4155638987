from http import HTTPStatus
from typing import Any, cast

import httpx

from ...client import AuthenticatedClient, Client
from ...models.o_embed import OEmbed
from ...models.o_embed_format import OEmbedFormat
from ...models.o_embed_lang import OEmbedLang
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    url_query: str,
    format_: OEmbedFormat | Unset = UNSET,
    maxwidth: int | Unset = UNSET,
    maxheight: int | Unset = UNSET,
    lang: OEmbedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    params["url"] = url_query

    json_format_: str | Unset = UNSET
    if not isinstance(format_, Unset):
        json_format_ = format_.value

    params["format"] = json_format_

    params["maxwidth"] = maxwidth

    params["maxheight"] = maxheight

    json_lang: str | Unset = UNSET
    if not isinstance(lang, Unset):
        json_lang = lang.value

    params["lang"] = json_lang

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/oembed",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | OEmbed | Problem:
    if response.status_code == 200:
        response_200 = OEmbed.from_dict(response.json())

        return response_200

    if response.status_code == 304:
        response_304 = cast(Any, None)
        return response_304

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())

        return response_400

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

    if response.status_code == 406:
        response_406 = Problem.from_dict(response.json())

        return response_406

    if response.status_code == 501:
        response_501 = Problem.from_dict(response.json())

        return response_501

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | OEmbed | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    url_query: str,
    format_: OEmbedFormat | Unset = UNSET,
    maxwidth: int | Unset = UNSET,
    maxheight: int | Unset = UNSET,
    lang: OEmbedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | OEmbed | Problem]:
    """How a website embeds the page of a published match, by the address of that page alone (oembed.com).

     Answer: A link with the standings as text, and a frame.

    Args:
        url_query (str):
        format_ (OEmbedFormat | Unset):
        maxwidth (int | Unset):
        maxheight (int | Unset):
        lang (OEmbedLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | OEmbed | Problem]
    """

    kwargs = _get_kwargs(
        url_query=url_query,
        format_=format_,
        maxwidth=maxwidth,
        maxheight=maxheight,
        lang=lang,
        if_none_match=if_none_match,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    url_query: str,
    format_: OEmbedFormat | Unset = UNSET,
    maxwidth: int | Unset = UNSET,
    maxheight: int | Unset = UNSET,
    lang: OEmbedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | OEmbed | Problem | None:
    """How a website embeds the page of a published match, by the address of that page alone (oembed.com).

     Answer: A link with the standings as text, and a frame.

    Args:
        url_query (str):
        format_ (OEmbedFormat | Unset):
        maxwidth (int | Unset):
        maxheight (int | Unset):
        lang (OEmbedLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | OEmbed | Problem
    """

    return sync_detailed(
        client=client,
        url_query=url_query,
        format_=format_,
        maxwidth=maxwidth,
        maxheight=maxheight,
        lang=lang,
        if_none_match=if_none_match,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    url_query: str,
    format_: OEmbedFormat | Unset = UNSET,
    maxwidth: int | Unset = UNSET,
    maxheight: int | Unset = UNSET,
    lang: OEmbedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | OEmbed | Problem]:
    """How a website embeds the page of a published match, by the address of that page alone (oembed.com).

     Answer: A link with the standings as text, and a frame.

    Args:
        url_query (str):
        format_ (OEmbedFormat | Unset):
        maxwidth (int | Unset):
        maxheight (int | Unset):
        lang (OEmbedLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | OEmbed | Problem]
    """

    kwargs = _get_kwargs(
        url_query=url_query,
        format_=format_,
        maxwidth=maxwidth,
        maxheight=maxheight,
        lang=lang,
        if_none_match=if_none_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    url_query: str,
    format_: OEmbedFormat | Unset = UNSET,
    maxwidth: int | Unset = UNSET,
    maxheight: int | Unset = UNSET,
    lang: OEmbedLang | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Any | OEmbed | Problem | None:
    """How a website embeds the page of a published match, by the address of that page alone (oembed.com).

     Answer: A link with the standings as text, and a frame.

    Args:
        url_query (str):
        format_ (OEmbedFormat | Unset):
        maxwidth (int | Unset):
        maxheight (int | Unset):
        lang (OEmbedLang | Unset):
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | OEmbed | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            url_query=url_query,
            format_=format_,
            maxwidth=maxwidth,
            maxheight=maxheight,
            lang=lang,
            if_none_match=if_none_match,
        )
    ).parsed
