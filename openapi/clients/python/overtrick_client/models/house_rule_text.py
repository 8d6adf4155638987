from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="HouseRuleText")


@_attrs_define
class HouseRuleText:
    """A house rule of a game.

    Attributes:
        about (str): What it settles, in one sentence.
        clause (str): The id of the clause that it changes.
        default (Any): The value in force without it.
        name (str): The key in a document's `options`.
        ours (bool): Whether the rulebook is silent, and this project decided.
        values (str): What it may be, in words.
    """

    about: str
    clause: str
    default: Any
    name: str
    ours: bool
    values: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        about = self.about

        clause = self.clause

        default = self.default

        name = self.name

        ours = self.ours

        values = self.values

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "about": about,
                "clause": clause,
                "default": default,
                "name": name,
                "ours": ours,
                "values": values,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        about = d.pop("about")

        clause = d.pop("clause")

        default = d.pop("default")

        name = d.pop("name")

        ours = d.pop("ours")

        values = d.pop("values")

        house_rule_text = cls(
            about=about,
            clause=clause,
            default=default,
            name=name,
            ours=ours,
            values=values,
        )

        house_rule_text.additional_properties = d
        return house_rule_text

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
