from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.oh_hell_options_deal import OhHellOptionsDeal
from ..models.oh_hell_options_missed import OhHellOptionsMissed
from ..types import UNSET, Unset

T = TypeVar("T", bound="OhHellOptions")


@_attrs_define
class OhHellOptions:
    """
    Attributes:
        break_trump (bool | Unset): In force without it: `false`
        deal (OhHellOptionsDeal | Unset): In force without it: `"up-down"`
        hook (bool | Unset): In force without it: `true`
        least_cards (int | Unset): In force without it: `1`
        made_points (int | Unset): In force without it: `10`
        missed (OhHellOptionsMissed | Unset): In force without it: `"nothing"`
        missed_points (int | Unset): In force without it: `5`
        most_cards (int | Unset):
        trick_points (int | Unset): In force without it: `1`
    """

    break_trump: bool | Unset = UNSET
    deal: OhHellOptionsDeal | Unset = UNSET
    hook: bool | Unset = UNSET
    least_cards: int | Unset = UNSET
    made_points: int | Unset = UNSET
    missed: OhHellOptionsMissed | Unset = UNSET
    missed_points: int | Unset = UNSET
    most_cards: int | Unset = UNSET
    trick_points: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        break_trump = self.break_trump

        deal: str | Unset = UNSET
        if not isinstance(self.deal, Unset):
            deal = self.deal.value

        hook = self.hook

        least_cards = self.least_cards

        made_points = self.made_points

        missed: str | Unset = UNSET
        if not isinstance(self.missed, Unset):
            missed = self.missed.value

        missed_points = self.missed_points

        most_cards = self.most_cards

        trick_points = self.trick_points

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if break_trump is not UNSET:
            field_dict["break_trump"] = break_trump
        if deal is not UNSET:
            field_dict["deal"] = deal
        if hook is not UNSET:
            field_dict["hook"] = hook
        if least_cards is not UNSET:
            field_dict["least_cards"] = least_cards
        if made_points is not UNSET:
            field_dict["made_points"] = made_points
        if missed is not UNSET:
            field_dict["missed"] = missed
        if missed_points is not UNSET:
            field_dict["missed_points"] = missed_points
        if most_cards is not UNSET:
            field_dict["most_cards"] = most_cards
        if trick_points is not UNSET:
            field_dict["trick_points"] = trick_points

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        break_trump = d.pop("break_trump", UNSET)

        _deal = d.pop("deal", UNSET)
        deal: OhHellOptionsDeal | Unset
        if isinstance(_deal, Unset):
            deal = UNSET
        else:
            deal = OhHellOptionsDeal(_deal)

        hook = d.pop("hook", UNSET)

        least_cards = d.pop("least_cards", UNSET)

        made_points = d.pop("made_points", UNSET)

        _missed = d.pop("missed", UNSET)
        missed: OhHellOptionsMissed | Unset
        if isinstance(_missed, Unset):
            missed = UNSET
        else:
            missed = OhHellOptionsMissed(_missed)

        missed_points = d.pop("missed_points", UNSET)

        most_cards = d.pop("most_cards", UNSET)

        trick_points = d.pop("trick_points", UNSET)

        oh_hell_options = cls(
            break_trump=break_trump,
            deal=deal,
            hook=hook,
            least_cards=least_cards,
            made_points=made_points,
            missed=missed,
            missed_points=missed_points,
            most_cards=most_cards,
            trick_points=trick_points,
        )

        return oh_hell_options
