from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="HouseRulesRates")


@_attrs_define
class HouseRulesRates:
    """
    Attributes:
        game (int | Unset):
        hundred (int | Unset):
        hundred_seven (int | Unset):
        misere (int | Unset):
        seven (int | Unset):
        slam (int | Unset):
    """

    game: int | Unset = UNSET
    hundred: int | Unset = UNSET
    hundred_seven: int | Unset = UNSET
    misere: int | Unset = UNSET
    seven: int | Unset = UNSET
    slam: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        hundred = self.hundred

        hundred_seven = self.hundred_seven

        misere = self.misere

        seven = self.seven

        slam = self.slam

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if game is not UNSET:
            field_dict["game"] = game
        if hundred is not UNSET:
            field_dict["hundred"] = hundred
        if hundred_seven is not UNSET:
            field_dict["hundred_seven"] = hundred_seven
        if misere is not UNSET:
            field_dict["misere"] = misere
        if seven is not UNSET:
            field_dict["seven"] = seven
        if slam is not UNSET:
            field_dict["slam"] = slam

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        game = d.pop("game", UNSET)

        hundred = d.pop("hundred", UNSET)

        hundred_seven = d.pop("hundred_seven", UNSET)

        misere = d.pop("misere", UNSET)

        seven = d.pop("seven", UNSET)

        slam = d.pop("slam", UNSET)

        house_rules_rates = cls(
            game=game,
            hundred=hundred,
            hundred_seven=hundred_seven,
            misere=misere,
            seven=seven,
            slam=slam,
        )

        return house_rules_rates
