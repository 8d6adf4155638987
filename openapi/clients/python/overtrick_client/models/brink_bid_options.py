from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="BrinkBidOptions")


@_attrs_define
class BrinkBidOptions:
    """
    Attributes:
        brink_points (int | Unset): In force without it: `2`
        first_hand_cards (int | Unset): In force without it: `4`
        last_hand_cards (int | Unset):
        made_points (int | Unset): In force without it: `5`
    """

    brink_points: int | Unset = UNSET
    first_hand_cards: int | Unset = UNSET
    last_hand_cards: int | Unset = UNSET
    made_points: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        brink_points = self.brink_points

        first_hand_cards = self.first_hand_cards

        last_hand_cards = self.last_hand_cards

        made_points = self.made_points

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if brink_points is not UNSET:
            field_dict["brink_points"] = brink_points
        if first_hand_cards is not UNSET:
            field_dict["first_hand_cards"] = first_hand_cards
        if last_hand_cards is not UNSET:
            field_dict["last_hand_cards"] = last_hand_cards
        if made_points is not UNSET:
            field_dict["made_points"] = made_points

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        brink_points = d.pop("brink_points", UNSET)

        first_hand_cards = d.pop("first_hand_cards", UNSET)

        last_hand_cards = d.pop("last_hand_cards", UNSET)

        made_points = d.pop("made_points", UNSET)

        brink_bid_options = cls(
            brink_points=brink_points,
            first_hand_cards=first_hand_cards,
            last_hand_cards=last_hand_cards,
            made_points=made_points,
        )

        return brink_bid_options
