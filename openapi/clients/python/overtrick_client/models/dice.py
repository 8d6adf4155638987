from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.brink_bid_direction import BrinkBidDirection
from ..models.trump import Trump
from ..types import UNSET, Unset

T = TypeVar("T", bound="Dice")


@_attrs_define
class Dice:
    """The dice of a hand, as its record has them

    Attributes:
        cards (int | Unset):
        direction (BrinkBidDirection | Unset):
        trump (Trump | Unset):
    """

    cards: int | Unset = UNSET
    direction: BrinkBidDirection | Unset = UNSET
    trump: Trump | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        cards = self.cards

        direction: str | Unset = UNSET
        if not isinstance(self.direction, Unset):
            direction = self.direction.value

        trump: str | Unset = UNSET
        if not isinstance(self.trump, Unset):
            trump = self.trump.value

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if cards is not UNSET:
            field_dict["cards"] = cards
        if direction is not UNSET:
            field_dict["direction"] = direction
        if trump is not UNSET:
            field_dict["trump"] = trump

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        cards = d.pop("cards", UNSET)

        _direction = d.pop("direction", UNSET)
        direction: BrinkBidDirection | Unset
        if isinstance(_direction, Unset):
            direction = UNSET
        else:
            direction = BrinkBidDirection(_direction)

        _trump = d.pop("trump", UNSET)
        trump: Trump | Unset
        if isinstance(_trump, Unset):
            trump = UNSET
        else:
            trump = Trump(_trump)

        dice = cls(
            cards=cards,
            direction=direction,
            trump=trump,
        )

        return dice
