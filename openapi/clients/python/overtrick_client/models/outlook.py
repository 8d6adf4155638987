from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Outlook")


@_attrs_define
class Outlook:
    """Who can still win.

    Attributes:
        can_win (list[str]): Everyone who is among the winners in at least one legal continuation, in the order of the
            seats.
        decided (bool): Whether the winners are the same in every continuation.
        text (list[str]): What is certain, in at most two sentences.
    """

    can_win: list[str]
    decided: bool
    text: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        can_win = self.can_win

        decided = self.decided

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "can_win": can_win,
                "decided": decided,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        can_win = cast(list[str], d.pop("can_win"))

        decided = d.pop("decided")

        text = cast(list[str], d.pop("text"))

        outlook = cls(
            can_win=can_win,
            decided=decided,
            text=text,
        )

        outlook.additional_properties = d
        return outlook

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
