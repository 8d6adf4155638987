from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="MariashPoints")


@_attrs_define
class MariashPoints:
    """
    Attributes:
        declarer (float):
        defense (float):
    """

    declarer: float
    defense: float

    def to_dict(self) -> dict[str, Any]:
        declarer = self.declarer

        defense = self.defense

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "declarer": declarer,
                "defense": defense,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        declarer = d.pop("declarer")

        defense = d.pop("defense")

        mariash_points = cls(
            declarer=declarer,
            defense=defense,
        )

        return mariash_points
