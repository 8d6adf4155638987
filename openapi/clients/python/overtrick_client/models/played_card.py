from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.suit import Suit
from ..types import UNSET, Unset

T = TypeVar("T", bound="PlayedCard")


@_attrs_define
class PlayedCard:
    """
    Attributes:
        card (str): a card
        player (str): a player's name
        suit (Suit | Unset):
    """

    card: str
    player: str
    suit: Suit | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        card = self.card

        player = self.player

        suit: str | Unset = UNSET
        if not isinstance(self.suit, Unset):
            suit = self.suit.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "card": card,
                "player": player,
            }
        )
        if suit is not UNSET:
            field_dict["suit"] = suit

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        card = d.pop("card")

        player = d.pop("player")

        _suit = d.pop("suit", UNSET)
        suit: Suit | Unset
        if isinstance(_suit, Unset):
            suit = UNSET
        else:
            suit = Suit(_suit)

        played_card = cls(
            card=card,
            player=player,
            suit=suit,
        )

        return played_card
