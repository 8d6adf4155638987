from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.side import Side

T = TypeVar("T", bound="HandDetailCommitmentsItem")


@_attrs_define
class HandDetailCommitmentsItem:
    """
    Attributes:
        by (str): a player's name
        contract (str):
        fulfilled (bool):
        level (int):
        multiplier (int):
        side (Side):
        value (int):
    """

    by: str
    contract: str
    fulfilled: bool
    level: int
    multiplier: int
    side: Side
    value: int

    def to_dict(self) -> dict[str, Any]:
        by = self.by

        contract = self.contract

        fulfilled = self.fulfilled

        level = self.level

        multiplier = self.multiplier

        side = self.side.value

        value = self.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "by": by,
                "contract": contract,
                "fulfilled": fulfilled,
                "level": level,
                "multiplier": multiplier,
                "side": side,
                "value": value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        by = d.pop("by")

        contract = d.pop("contract")

        fulfilled = d.pop("fulfilled")

        level = d.pop("level")

        multiplier = d.pop("multiplier")

        side = Side(d.pop("side"))

        value = d.pop("value")

        hand_detail_commitments_item = cls(
            by=by,
            contract=contract,
            fulfilled=fulfilled,
            level=level,
            multiplier=multiplier,
            side=side,
            value=value,
        )

        return hand_detail_commitments_item
