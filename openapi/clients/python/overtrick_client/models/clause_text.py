from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ClauseText")


@_attrs_define
class ClauseText:
    """A rule of a game.

    Attributes:
        id (str): A stable id.
        ours (bool): Whether the rulebook is silent, and this project decided.
        source (str): The place in the rulebook.
        text (str): The rule.
    """

    id: str
    ours: bool
    source: str
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        ours = self.ours

        source = self.source

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "ours": ours,
                "source": source,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        ours = d.pop("ours")

        source = d.pop("source")

        text = d.pop("text")

        clause_text = cls(
            id=id,
            ours=ours,
            source=source,
            text=text,
        )

        clause_text.additional_properties = d
        return clause_text

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
