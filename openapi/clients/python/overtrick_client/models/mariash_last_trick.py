from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="MariashLastTrick")


@_attrs_define
class MariashLastTrick:
    """
    Attributes:
        trump_seven (bool):
        winner (str): a player's name
    """

    trump_seven: bool
    winner: str

    def to_dict(self) -> dict[str, Any]:
        trump_seven = self.trump_seven

        winner = self.winner

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "trump_seven": trump_seven,
                "winner": winner,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        trump_seven = d.pop("trump_seven")

        winner = d.pop("winner")

        mariash_last_trick = cls(
            trump_seven=trump_seven,
            winner=winner,
        )

        return mariash_last_trick
