from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.hands import Hands
    from ..models.played_card import PlayedCard


T = TypeVar("T", bound="ContractSabaccPlayUnfinished")


@_attrs_define
class ContractSabaccPlayUnfinished:
    """
    Attributes:
        aside (list[str] | Unset):
        hands (Hands | Unset): by player's name
        talon (list[str] | Unset):
        tricks (list[list[PlayedCard]] | Unset):
    """

    aside: list[str] | Unset = UNSET
    hands: Hands | Unset = UNSET
    talon: list[str] | Unset = UNSET
    tricks: list[list[PlayedCard]] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        aside: list[str] | Unset = UNSET
        if not isinstance(self.aside, Unset):
            aside = self.aside

        hands: dict[str, Any] | Unset = UNSET
        if not isinstance(self.hands, Unset):
            hands = self.hands.to_dict()

        talon: list[str] | Unset = UNSET
        if not isinstance(self.talon, Unset):
            talon = self.talon

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
        if aside is not UNSET:
            field_dict["aside"] = aside
        if hands is not UNSET:
            field_dict["hands"] = hands
        if talon is not UNSET:
            field_dict["talon"] = talon
        if tricks is not UNSET:
            field_dict["tricks"] = tricks

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.hands import Hands
        from ..models.played_card import PlayedCard

        d = dict(src_dict)
        aside = cast(list[str], d.pop("aside", UNSET))

        _hands = d.pop("hands", UNSET)
        hands: Hands | Unset
        if isinstance(_hands, Unset):
            hands = UNSET
        else:
            hands = Hands.from_dict(_hands)

        talon = cast(list[str], d.pop("talon", UNSET))

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

        contract_sabacc_play_unfinished = cls(
            aside=aside,
            hands=hands,
            talon=talon,
            tricks=tricks,
        )

        return contract_sabacc_play_unfinished
