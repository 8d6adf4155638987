from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MatchDetailContractsItemCellsAdditionalProperty")


@_attrs_define
class MatchDetailContractsItemCellsAdditionalProperty:
    """
    Attributes:
        bid (bool):
        discarded (int):
        hand (int):
        overbid (int):
        record (int):
        pain_cards (int | Unset):
        place (int | Unset):
        points (float | Unset):
        tricks (int | Unset):
    """

    bid: bool
    discarded: int
    hand: int
    overbid: int
    record: int
    pain_cards: int | Unset = UNSET
    place: int | Unset = UNSET
    points: float | Unset = UNSET
    tricks: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        bid = self.bid

        discarded = self.discarded

        hand = self.hand

        overbid = self.overbid

        record = self.record

        pain_cards = self.pain_cards

        place = self.place

        points = self.points

        tricks = self.tricks

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "bid": bid,
                "discarded": discarded,
                "hand": hand,
                "overbid": overbid,
                "record": record,
            }
        )
        if pain_cards is not UNSET:
            field_dict["pain_cards"] = pain_cards
        if place is not UNSET:
            field_dict["place"] = place
        if points is not UNSET:
            field_dict["points"] = points
        if tricks is not UNSET:
            field_dict["tricks"] = tricks

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        bid = d.pop("bid")

        discarded = d.pop("discarded")

        hand = d.pop("hand")

        overbid = d.pop("overbid")

        record = d.pop("record")

        pain_cards = d.pop("pain_cards", UNSET)

        place = d.pop("place", UNSET)

        points = d.pop("points", UNSET)

        tricks = d.pop("tricks", UNSET)

        match_detail_contracts_item_cells_additional_property = cls(
            bid=bid,
            discarded=discarded,
            hand=hand,
            overbid=overbid,
            record=record,
            pain_cards=pain_cards,
            place=place,
            points=points,
            tricks=tricks,
        )

        return match_detail_contracts_item_cells_additional_property
