from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Adjustment")


@_attrs_define
class Adjustment:
    """A director's adjustment.

    Attributes:
        after_hand (int): The number of the hand that it follows; 0 is before the first.
        player (str): The player.
        points (float):
        reason (str): Why.
        rule (str | Unset): The id of the clause that it rests on.
    """

    after_hand: int
    player: str
    points: float
    reason: str
    rule: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        after_hand = self.after_hand

        player = self.player

        points = self.points

        reason = self.reason

        rule = self.rule

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
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

        adjustment = cls(
            after_hand=after_hand,
            player=player,
            points=points,
            reason=reason,
            rule=rule,
        )

        adjustment.additional_properties = d
        return adjustment

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
