from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Person")


@_attrs_define
class Person:
    """Somebody who has sat in a seat.

    Attributes:
        from_hand (int): The number of the first hand that this person played.
        name (str): The name.
        person (int): The person's number in the match.
    """

    from_hand: int
    name: str
    person: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from_hand = self.from_hand

        name = self.name

        person = self.person

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "from_hand": from_hand,
                "name": name,
                "person": person,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        from_hand = d.pop("from_hand")

        name = d.pop("name")

        person = d.pop("person")

        person = cls(
            from_hand=from_hand,
            name=name,
            person=person,
        )

        person.additional_properties = d
        return person

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
