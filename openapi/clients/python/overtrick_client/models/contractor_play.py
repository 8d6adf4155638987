from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.hands import Hands
    from ..models.played_card import PlayedCard


T = TypeVar("T", bound="ContractorPlay")


@_attrs_define
class ContractorPlay:
    """
    Attributes:
        tricks (list[list[PlayedCard]]):
        hands (Hands | Unset): by player's name
        kitty_card (str | Unset): a card
    """

    tricks: list[list[PlayedCard]]
    hands: Hands | Unset = UNSET
    kitty_card: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        tricks = []
        for tricks_item_data in self.tricks:
            tricks_item = []
            for tricks_item_item_data in tricks_item_data:
                tricks_item_item = tricks_item_item_data.to_dict()
                tricks_item.append(tricks_item_item)

            tricks.append(tricks_item)

        hands: dict[str, Any] | Unset = UNSET
        if not isinstance(self.hands, Unset):
            hands = self.hands.to_dict()

        kitty_card = self.kitty_card

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "tricks": tricks,
            }
        )
        if hands is not UNSET:
            field_dict["hands"] = hands
        if kitty_card is not UNSET:
            field_dict["kitty_card"] = kitty_card

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.hands import Hands
        from ..models.played_card import PlayedCard

        d = dict(src_dict)
        tricks = []
        _tricks = d.pop("tricks")
        for tricks_item_data in _tricks:
            tricks_item = []
            _tricks_item = tricks_item_data
            for tricks_item_item_data in _tricks_item:
                tricks_item_item = PlayedCard.from_dict(tricks_item_item_data)

                tricks_item.append(tricks_item_item)

            tricks.append(tricks_item)

        _hands = d.pop("hands", UNSET)
        hands: Hands | Unset
        if isinstance(_hands, Unset):
            hands = UNSET
        else:
            hands = Hands.from_dict(_hands)

        kitty_card = d.pop("kitty_card", UNSET)

        contractor_play = cls(
            tricks=tricks,
            hands=hands,
            kitty_card=kitty_card,
        )

        return contractor_play
