from __future__ import annotations

from collections.abc import Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.event_opened_document import EventOpenedDocument


T = TypeVar("T", bound="EventOpened")


@_attrs_define
class EventOpened:
    """
    Attributes:
        action (Literal['opened']):
        document (EventOpenedDocument): The match document, whose players stand beside it
        id (str):
        players (list[str]):
    """

    action: Literal["opened"]
    document: EventOpenedDocument
    id: str
    players: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        document = self.document.to_dict()

        id = self.id

        players = self.players

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "document": document,
                "id": id,
                "players": players,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.event_opened_document import EventOpenedDocument

        d = dict(src_dict)
        action = cast(Literal["opened"], d.pop("action"))
        if action != "opened":
            raise ValueError(f"action must match const 'opened', got '{action}'")

        document = EventOpenedDocument.from_dict(d.pop("document"))

        id = d.pop("id")

        players = cast(list[str], d.pop("players"))

        event_opened = cls(
            action=action,
            document=document,
            id=id,
            players=players,
        )

        event_opened.additional_properties = d
        return event_opened

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
