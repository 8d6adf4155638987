from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.hands import Hands
    from ..models.played_card import PlayedCard


T = TypeVar("T", bound="ContractorPlayUnfinished")


@_attrs_define
class ContractorPlayUnfinished:
    """
    Attributes:
        hands (Hands | Unset): by player's name
        kitty_card (str | Unset): a card
        tricks (list[list[PlayedCard]] | Unset):
    """

    hands: Hands | Unset = UNSET
    kitty_card: str | Unset = UNSET
    tricks: list[list[PlayedCard]] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        hands: dict[str, Any] | Unset = UNSET
        if not isinstance(self.hands, Unset):
            hands = self.hands.to_dict()

        kitty_card = self.kitty_card

        tricks: list[list[dict[str, Any]]] | Unset = UNSET
        if not isinstance(self.tricks, Unset):
            tricks = []
            for tricks_item_data in self.tricks:
                tricks_item = []
                for tricks_item_item_data in tricks_item_data:
                    tricks_item_item = tricks_item_item_data.to_dict()
                    tricks_item.append(tricks_item_item)

                tricks.append(tricks_item)

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if hands is not UNSET:
            field_dict["hands"] = hands
        if kitty_card is not UNSET:
            field_dict["kitty_card"] = kitty_card
        if tricks is not UNSET:
            field_dict["tricks"] = tricks

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.hands import Hands
        from ..models.played_card import PlayedCard

        d = dict(src_dict)
        _hands = d.pop("hands", UNSET)
        hands: Hands | Unset
        if isinstance(_hands, Unset):
            hands = UNSET
        else:
            hands = Hands.from_dict(_hands)

        kitty_card = d.pop("kitty_card", UNSET)

        _tricks = d.pop("tricks", UNSET)
        tricks: list[list[PlayedCard]] | Unset = UNSET
        if _tricks is not UNSET:
            tricks = []
            for tricks_item_data in _tricks:
                tricks_item = []
                _tricks_item = tricks_item_data
                for tricks_item_item_data in _tricks_item:
                    tricks_item_item = PlayedCard.from_dict(tricks_item_item_data)

                    tricks_item.append(tricks_item_item)

                tricks.append(tricks_item)

        contractor_play_unfinished = cls(
            hands=hands,
            kitty_card=kitty_card,
            tricks=tricks,
        )

        return contractor_play_unfinished
