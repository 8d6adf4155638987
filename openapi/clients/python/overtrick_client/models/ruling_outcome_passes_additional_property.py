from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RulingOutcomePassesAdditionalProperty")


@_attrs_define
class RulingOutcomePassesAdditionalProperty:
    """
    Attributes:
        cards (int):
        to (str): a player's name
    """

    cards: int
    to: str

    def to_dict(self) -> dict[str, Any]:
        cards = self.cards

        to = self.to

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "cards": cards,
                "to": to,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        cards = d.pop("cards")

        to = d.pop("to")

        ruling_outcome_passes_additional_property = cls(
            cards=cards,
            to=to,
        )

        return ruling_outcome_passes_additional_property
