from __future__ import annotations

from collections.abc import Mapping
from typing import (
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.showing import Showing
from ..types import UNSET, Unset

T = TypeVar("T", bound="EventShown")


@_attrs_define
class EventShown:
    """
    Attributes:
        action (Literal['shown']):
        what (Showing | Unset): What of a published match everybody sees.

            ```
            use overtrick::ledger::Showing;

            assert_eq!(serde_json::to_string(&Showing::Sheet).unwrap(), "\\"sheet\\"");
            assert_eq!(Showing::default(), Showing::Standings);
            ```
    """

    action: Literal["shown"]
    what: Showing | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        what: str | Unset = UNSET
        if not isinstance(self.what, Unset):
            what = self.what.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
            }
        )
        if what is not UNSET:
            field_dict["what"] = what

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["shown"], d.pop("action"))
        if action != "shown":
            raise ValueError(f"action must match const 'shown', got '{action}'")

        _what = d.pop("what", UNSET)
        what: Showing | Unset
        if isinstance(_what, Unset):
            what = UNSET
        else:
            what = Showing(_what)

        event_shown = cls(
            action=action,
            what=what,
        )

        event_shown.additional_properties = d
        return event_shown

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
