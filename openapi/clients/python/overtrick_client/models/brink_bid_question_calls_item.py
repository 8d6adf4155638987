from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="BrinkBidQuestionCallsItem")


@_attrs_define
class BrinkBidQuestionCallsItem:
    """
    Attributes:
        call (int):
        player (str): a player's name
    """

    call: int
    player: str

    def to_dict(self) -> dict[str, Any]:
        call = self.call

        player = self.player

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "call": call,
                "player": player,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        call = d.pop("call")

        player = d.pop("player")

        brink_bid_question_calls_item = cls(
            call=call,
            player=player,
        )

        return brink_bid_question_calls_item
