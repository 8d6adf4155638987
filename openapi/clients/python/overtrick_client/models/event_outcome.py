from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="EventOutcome")


@_attrs_define
class EventOutcome:
    """The score of a match after an event.

    Attributes:
        complete (bool): Whether the match is over.
        hands (int): How many hands count.
        totals (list[float]): The totals, in seat order.
    """

    complete: bool
    hands: int
    totals: list[float]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        complete = self.complete

        hands = self.hands

        totals = self.totals

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "complete": complete,
                "hands": hands,
                "totals": totals,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        complete = d.pop("complete")

        hands = d.pop("hands")

        totals = cast(list[float], d.pop("totals"))

        event_outcome = cls(
            complete=complete,
            hands=hands,
            totals=totals,
        )

        event_outcome.additional_properties = d
        return event_outcome

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
