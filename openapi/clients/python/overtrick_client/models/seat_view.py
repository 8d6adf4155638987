from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.person import Person


T = TypeVar("T", bound="SeatView")


@_attrs_define
class SeatView:
    """A seat and the people who have sat in it.

    Attributes:
        id (str): Its id: `s1`, `s2`, …
        people (list[Person]): In order; the last one sits there now. Never empty.
    """

    id: str
    people: list[Person]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        people = []
        for people_item_data in self.people:
            people_item = people_item_data.to_dict()
            people.append(people_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "people": people,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.person import Person

        d = dict(src_dict)
        id = d.pop("id")

        people = []
        _people = d.pop("people")
        for people_item_data in _people:
            people_item = Person.from_dict(people_item_data)

            people.append(people_item)

        seat_view = cls(
            id=id,
            people=people,
        )

        seat_view.additional_properties = d
        return seat_view

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
