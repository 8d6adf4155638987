from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AdjustmentEntry")


@_attrs_define
class AdjustmentEntry:
    """
    Attributes:
        after_hand (int):
        player (str): a player's name
        points (float):
        reason (str):
        rule (str | Unset):
    """

    after_hand: int
    player: str
    points: float
    reason: str
    rule: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        after_hand = self.after_hand

        player = self.player

        points = self.points

        reason = self.reason

        rule = self.rule

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "after_hand": after_hand,
                "player": player,
                "points": points,
                "reason": reason,
            }
        )
        if rule is not UNSET:
            field_dict["rule"] = rule

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        after_hand = d.pop("after_hand")

        player = d.pop("player")

        points = d.pop("points")

        reason = d.pop("reason")

        rule = d.pop("rule", UNSET)

        adjustment_entry = cls(
            after_hand=after_hand,
            player=player,
            points=points,
            reason=reason,
            rule=rule,
        )

        return adjustment_entry
