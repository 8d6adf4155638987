from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...models.change_adjust import ChangeAdjust
from ...models.change_correct import ChangeCorrect
from ...models.change_describe import ChangeDescribe
from ...models.change_erase import ChangeErase
from ...models.change_finish import ChangeFinish
from ...models.change_match_detail import ChangeMatchDetail
from ...models.change_record import ChangeRecord
from ...models.change_redo import ChangeRedo
from ...models.change_rename import ChangeRename
from ...models.change_reopen import ChangeReopen
from ...models.change_retract import ChangeRetract
from ...models.change_set_current import ChangeSetCurrent
from ...models.change_substitute import ChangeSubstitute
from ...models.change_undo import ChangeUndo
from ...models.change_void import ChangeVoid
from ...models.changed_problem import ChangedProblem
from ...models.match_state import MatchState
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    body: ChangeAdjust
    | ChangeCorrect
    | ChangeDescribe
    | ChangeErase
    | ChangeFinish
    | ChangeRecord
    | ChangeRedo
    | ChangeRename
    | ChangeReopen
    | ChangeRetract
    | ChangeSetCurrent
    | ChangeSubstitute
    | ChangeUndo
    | ChangeVoid,
    detail: ChangeMatchDetail | Unset = ChangeMatchDetail.FULL,
    if_match: str,
    idempotency_key: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(prefer, Unset):
        headers["Prefer"] = prefer

    params: dict[str, Any] = {}

    json_detail: str | Unset = UNSET
    if not isinstance(detail, Unset):
        json_detail = detail.value

    params["detail"] = json_detail

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/matches/{id}/changes".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    if (
        isinstance(body, ChangeRecord)
        or isinstance(body, ChangeSetCurrent)
        or isinstance(body, ChangeCorrect)
        or isinstance(body, ChangeVoid)
        or isinstance(body, ChangeUndo)
        or isinstance(body, ChangeRedo)
        or isinstance(body, ChangeFinish)
        or isinstance(body, ChangeReopen)
        or isinstance(body, ChangeAdjust)
        or isinstance(body, ChangeRetract)
        or isinstance(body, ChangeRename)
        or isinstance(body, ChangeSubstitute)
        or isinstance(body, ChangeErase)
    ):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | ChangedProblem | MatchState | Problem:
    if response.status_code == 200:
        response_200 = MatchState.from_dict(response.json())

        return response_200

    if response.status_code == 204:
        response_204 = cast(Any, None)
        return response_204

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

    if response.status_code == 412:
        response_412 = ChangedProblem.from_dict(response.json())

        return response_412

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())

        return response_415

    if response.status_code == 422:
        response_422 = Problem.from_dict(response.json())

        return response_422

    if response.status_code == 428:
        response_428 = Problem.from_dict(response.json())

        return response_428

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())

        return response_429

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | ChangedProblem | MatchState | Problem]:
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
    body: ChangeAdjust
    | ChangeCorrect
    | ChangeDescribe
    | ChangeErase
    | ChangeFinish
    | ChangeRecord
    | ChangeRedo
    | ChangeRename
    | ChangeReopen
    | ChangeRetract
    | ChangeSetCurrent
    | ChangeSubstitute
    | ChangeUndo
    | ChangeVoid,
    detail: ChangeMatchDetail | Unset = ChangeMatchDetail.FULL,
    if_match: str,
    idempotency_key: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
) -> Response[Any | ChangedProblem | MatchState | Problem]:
    """Change a match: record a hand, put the hand being played, correct, void, undo, redo, finish,
    reopen, adjust, rename, substitute, erase a person, describe.

     Answer: the match as it stands.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        detail (ChangeMatchDetail | Unset):  Default: ChangeMatchDetail.FULL.
        if_match (str):
        idempotency_key (str | Unset):
        prefer (str | Unset):
        body (ChangeAdjust | ChangeCorrect | ChangeDescribe | ChangeErase | ChangeFinish |
            ChangeRecord | ChangeRedo | ChangeRename | ChangeReopen | ChangeRetract | ChangeSetCurrent
            | ChangeSubstitute | ChangeUndo | ChangeVoid): A change of a match

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ChangedProblem | MatchState | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        detail=detail,
        if_match=if_match,
        idempotency_key=idempotency_key,
        prefer=prefer,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient,
    body: ChangeAdjust
    | ChangeCorrect
    | ChangeDescribe
    | ChangeErase
    | ChangeFinish
    | ChangeRecord
    | ChangeRedo
    | ChangeRename
    | ChangeReopen
    | ChangeRetract
    | ChangeSetCurrent
    | ChangeSubstitute
    | ChangeUndo
    | ChangeVoid,
    detail: ChangeMatchDetail | Unset = ChangeMatchDetail.FULL,
    if_match: str,
    idempotency_key: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
) -> Any | ChangedProblem | MatchState | Problem | None:
    """Change a match: record a hand, put the hand being played, correct, void, undo, redo, finish,
    reopen, adjust, rename, substitute, erase a person, describe.

     Answer: the match as it stands.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        detail (ChangeMatchDetail | Unset):  Default: ChangeMatchDetail.FULL.
        if_match (str):
        idempotency_key (str | Unset):
        prefer (str | Unset):
        body (ChangeAdjust | ChangeCorrect | ChangeDescribe | ChangeErase | ChangeFinish |
            ChangeRecord | ChangeRedo | ChangeRename | ChangeReopen | ChangeRetract | ChangeSetCurrent
            | ChangeSubstitute | ChangeUndo | ChangeVoid): A change of a match

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ChangedProblem | MatchState | Problem
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
        detail=detail,
        if_match=if_match,
        idempotency_key=idempotency_key,
        prefer=prefer,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    body: ChangeAdjust
    | ChangeCorrect
    | ChangeDescribe
    | ChangeErase
    | ChangeFinish
    | ChangeRecord
    | ChangeRedo
    | ChangeRename
    | ChangeReopen
    | ChangeRetract
    | ChangeSetCurrent
    | ChangeSubstitute
    | ChangeUndo
    | ChangeVoid,
    detail: ChangeMatchDetail | Unset = ChangeMatchDetail.FULL,
    if_match: str,
    idempotency_key: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
) -> Response[Any | ChangedProblem | MatchState | Problem]:
    """Change a match: record a hand, put the hand being played, correct, void, undo, redo, finish,
    reopen, adjust, rename, substitute, erase a person, describe.

     Answer: the match as it stands.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        detail (ChangeMatchDetail | Unset):  Default: ChangeMatchDetail.FULL.
        if_match (str):
        idempotency_key (str | Unset):
        prefer (str | Unset):
        body (ChangeAdjust | ChangeCorrect | ChangeDescribe | ChangeErase | ChangeFinish |
            ChangeRecord | ChangeRedo | ChangeRename | ChangeReopen | ChangeRetract | ChangeSetCurrent
            | ChangeSubstitute | ChangeUndo | ChangeVoid): A change of a match

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ChangedProblem | MatchState | Problem]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        detail=detail,
        if_match=if_match,
        idempotency_key=idempotency_key,
        prefer=prefer,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    body: ChangeAdjust
    | ChangeCorrect
    | ChangeDescribe
    | ChangeErase
    | ChangeFinish
    | ChangeRecord
    | ChangeRedo
    | ChangeRename
    | ChangeReopen
    | ChangeRetract
    | ChangeSetCurrent
    | ChangeSubstitute
    | ChangeUndo
    | ChangeVoid,
    detail: ChangeMatchDetail | Unset = ChangeMatchDetail.FULL,
    if_match: str,
    idempotency_key: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
) -> Any | ChangedProblem | MatchState | Problem | None:
    """Change a match: record a hand, put the hand being played, correct, void, undo, redo, finish,
    reopen, adjust, rename, substitute, erase a person, describe.

     Answer: the match as it stands.

    Needs the role `view`, or one that may do more.

    Args:
        id (str):
        detail (ChangeMatchDetail | Unset):  Default: ChangeMatchDetail.FULL.
        if_match (str):
        idempotency_key (str | Unset):
        prefer (str | Unset):
        body (ChangeAdjust | ChangeCorrect | ChangeDescribe | ChangeErase | ChangeFinish |
            ChangeRecord | ChangeRedo | ChangeRename | ChangeReopen | ChangeRetract | ChangeSetCurrent
            | ChangeSubstitute | ChangeUndo | ChangeVoid): A change of a match

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ChangedProblem | MatchState | Problem
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            detail=detail,
            if_match=if_match,
            idempotency_key=idempotency_key,
            prefer=prefer,
        )
    ).parsed
