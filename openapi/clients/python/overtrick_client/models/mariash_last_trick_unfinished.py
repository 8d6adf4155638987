from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MariashLastTrickUnfinished")


@_attrs_define
class MariashLastTrickUnfinished:
    """
    Attributes:
        trump_seven (bool | Unset):
        winner (str | Unset): a player's name
    """

    trump_seven: bool | Unset = UNSET
    winner: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        trump_seven = self.trump_seven

        winner = self.winner

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if trump_seven is not UNSET:
            field_dict["trump_seven"] = trump_seven
        if winner is not UNSET:
            field_dict["winner"] = winner

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        trump_seven = d.pop("trump_seven", UNSET)

        winner = d.pop("winner", UNSET)

        mariash_last_trick_unfinished = cls(
            trump_seven=trump_seven,
            winner=winner,
        )

        return mariash_last_trick_unfinished
