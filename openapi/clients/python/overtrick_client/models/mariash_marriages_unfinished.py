from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MariashMarriagesUnfinished")


@_attrs_define
class MariashMarriagesUnfinished:
    """
    Attributes:
        declarer (int | Unset):
        defense (int | Unset):
    """

    declarer: int | Unset = UNSET
    defense: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        declarer = self.declarer

        defense = self.defense

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if declarer is not UNSET:
            field_dict["declarer"] = declarer
        if defense is not UNSET:
            field_dict["defense"] = defense

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        declarer = d.pop("declarer", UNSET)

        defense = d.pop("defense", UNSET)

        mariash_marriages_unfinished = cls(
            declarer=declarer,
            defense=defense,
        )

        return mariash_marriages_unfinished
