from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_state import WebhookState
from ..types import UNSET, Unset

T = TypeVar("T", bound="Webhook")


@_attrs_define
class Webhook:
    """A webhook.

    Attributes:
        active (bool): Whether it is sent anything.
        created_at (datetime.datetime): When it was made.
        description (str): Words of whoever made it.
        games (list[str]): The games whose matches it is sent; none is all.
        id (str): Its id.
        state (WebhookState):
        types (list[str]): The types of events that it is sent; none is all.
        url (str): Where it is sent to.
        waiting (int): How many deliveries stand in its queue.
        failing_since (datetime.datetime | Unset): Since when its receiver has taken nothing, if it fails.
        match (str | Unset):
        previous_secret_until (datetime.datetime | Unset): Until when the secret before signs too.
        secret (str | Unset): The secret that verifies signatures. It is shown when the webhook is made, and when it
            gets another
            one, and never again.
    """

    active: bool
    created_at: datetime.datetime
    description: str
    games: list[str]
    id: str
    state: WebhookState
    types: list[str]
    url: str
    waiting: int
    failing_since: datetime.datetime | Unset = UNSET
    match: str | Unset = UNSET
    previous_secret_until: datetime.datetime | Unset = UNSET
    secret: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        active = self.active

        created_at = self.created_at.isoformat()

        description = self.description

        games = self.games

        id = self.id

        state = self.state.value

        types = self.types

        url = self.url

        waiting = self.waiting

        failing_since: str | Unset = UNSET
        if not isinstance(self.failing_since, Unset):
            failing_since = self.failing_since.isoformat()

        match = self.match

        previous_secret_until: str | Unset = UNSET
        if not isinstance(self.previous_secret_until, Unset):
            previous_secret_until = self.previous_secret_until.isoformat()

        secret = self.secret

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "active": active,
                "created_at": created_at,
                "description": description,
                "games": games,
                "id": id,
                "state": state,
                "types": types,
                "url": url,
                "waiting": waiting,
            }
        )
        if failing_since is not UNSET:
            field_dict["failing_since"] = failing_since
        if match is not UNSET:
            field_dict["match"] = match
        if previous_secret_until is not UNSET:
            field_dict["previous_secret_until"] = previous_secret_until
        if secret is not UNSET:
            field_dict["secret"] = secret

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        active = d.pop("active")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        description = d.pop("description")

        games = cast(list[str], d.pop("games"))

        id = d.pop("id")

        state = WebhookState(d.pop("state"))

        types = cast(list[str], d.pop("types"))

        url = d.pop("url")

        waiting = d.pop("waiting")

        _failing_since = d.pop("failing_since", UNSET)
        failing_since: datetime.datetime | Unset
        if isinstance(_failing_since, Unset):
            failing_since = UNSET
        else:
            failing_since = datetime.datetime.fromisoformat(_failing_since)

        match = d.pop("match", UNSET)

        _previous_secret_until = d.pop("previous_secret_until", UNSET)
        previous_secret_until: datetime.datetime | Unset
        if isinstance(_previous_secret_until, Unset):
            previous_secret_until = UNSET
        else:
            previous_secret_until = datetime.datetime.fromisoformat(
                _previous_secret_until
            )

        secret = d.pop("secret", UNSET)

        webhook = cls(
            active=active,
            created_at=created_at,
            description=description,
            games=games,
            id=id,
            state=state,
            types=types,
            url=url,
            waiting=waiting,
            failing_since=failing_since,
            match=match,
            previous_secret_until=previous_secret_until,
            secret=secret,
        )

        webhook.additional_properties = d
        return webhook

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
