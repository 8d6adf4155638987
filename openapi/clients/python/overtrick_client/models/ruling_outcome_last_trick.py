from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="RulingOutcomeLastTrick")


@_attrs_define
class RulingOutcomeLastTrick:
    """
    Attributes:
        card (str | Unset):
        trump_seven (bool | Unset):
        winner (str | Unset): a player's name
    """

    card: str | Unset = UNSET
    trump_seven: bool | Unset = UNSET
    winner: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        card: str | Unset
        if isinstance(self.card, Unset):
            card = UNSET
        else:
            card = self.card

        trump_seven = self.trump_seven

        winner = self.winner

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if card is not UNSET:
            field_dict["card"] = card
        if trump_seven is not UNSET:
            field_dict["trump_seven"] = trump_seven
        if winner is not UNSET:
            field_dict["winner"] = winner

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_card(data: object) -> str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(str | Unset, data)

        card = _parse_card(d.pop("card", UNSET))

        trump_seven = d.pop("trump_seven", UNSET)

        winner = d.pop("winner", UNSET)

        ruling_outcome_last_trick = cls(
            card=card,
            trump_seven=trump_seven,
            winner=winner,
        )

        return ruling_outcome_last_trick
