from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.delivery_state import DeliveryState
from ..types import UNSET, Unset

T = TypeVar("T", bound="Delivery")


@_attrs_define
class Delivery:
    """A delivery.

    Attributes:
        attempts (int): How often it was tried.
        id (str): Its id, which the receiver is sent as `webhook-id`.
        match (str):
        state (DeliveryState):
        type_ (str): The type of the event.
        version (int): The version of the match after the change.
        error (str | Unset): Why nothing was answered to the last attempt.
        last_at (datetime.datetime | Unset): When it was tried last.
        next_at (datetime.datetime | Unset): When it is tried next; a delivery that waits for one before it has none.
        status (int | Unset): The status that was answered to the last attempt.
    """

    attempts: int
    id: str
    match: str
    state: DeliveryState
    type_: str
    version: int
    error: str | Unset = UNSET
    last_at: datetime.datetime | Unset = UNSET
    next_at: datetime.datetime | Unset = UNSET
    status: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attempts = self.attempts

        id = self.id

        match = self.match

        state = self.state.value

        type_ = self.type_

        version = self.version

        error = self.error

        last_at: str | Unset = UNSET
        if not isinstance(self.last_at, Unset):
            last_at = self.last_at.isoformat()

        next_at: str | Unset = UNSET
        if not isinstance(self.next_at, Unset):
            next_at = self.next_at.isoformat()

        status = self.status

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attempts": attempts,
                "id": id,
                "match": match,
                "state": state,
                "type": type_,
                "version": version,
            }
        )
        if error is not UNSET:
            field_dict["error"] = error
        if last_at is not UNSET:
            field_dict["last_at"] = last_at
        if next_at is not UNSET:
            field_dict["next_at"] = next_at
        if status is not UNSET:
            field_dict["status"] = status

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        attempts = d.pop("attempts")

        id = d.pop("id")

        match = d.pop("match")

        state = DeliveryState(d.pop("state"))

        type_ = d.pop("type")

        version = d.pop("version")

        error = d.pop("error", UNSET)

        _last_at = d.pop("last_at", UNSET)
        last_at: datetime.datetime | Unset
        if isinstance(_last_at, Unset):
            last_at = UNSET
        else:
            last_at = datetime.datetime.fromisoformat(_last_at)

        _next_at = d.pop("next_at", UNSET)
        next_at: datetime.datetime | Unset
        if isinstance(_next_at, Unset):
            next_at = UNSET
        else:
            next_at = datetime.datetime.fromisoformat(_next_at)

        status = d.pop("status", UNSET)

        delivery = cls(
            attempts=attempts,
            id=id,
            match=match,
            state=state,
            type_=type_,
            version=version,
            error=error,
            last_at=last_at,
            next_at=next_at,
            status=status,
        )

        delivery.additional_properties = d
        return delivery

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
