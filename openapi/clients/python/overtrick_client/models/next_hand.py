from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.still_open import StillOpen


T = TypeVar("T", bound="NextHand")


@_attrs_define
class NextHand:
    """The hand that is played next, or now.

    Attributes:
        cards_dealt (int): What each player holds when the play begins.
        dealer (str): The dealer.
        hand (int): Its number, from 1.
        text (list[str]): The same in sentences.
        hands (int | Unset): How many hands the match has; absent where it has no fixed length.
        leads (str | Unset): Who leads the first trick; absent where it is not known yet.
        open_ (StillOpen | Unset): What is still open in a game before its next hand
        rolls (str | Unset): Who rolls the dice; absent where there are none.
        speaks (str | Unset): Who speaks first; absent where nobody does or it is not known yet.
    """

    cards_dealt: int
    dealer: str
    hand: int
    text: list[str]
    hands: int | Unset = UNSET
    leads: str | Unset = UNSET
    open_: StillOpen | Unset = UNSET
    rolls: str | Unset = UNSET
    speaks: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cards_dealt = self.cards_dealt

        dealer = self.dealer

        hand = self.hand

        text = self.text

        hands = self.hands

        leads = self.leads

        open_: dict[str, Any] | Unset = UNSET
        if not isinstance(self.open_, Unset):
            open_ = self.open_.to_dict()

        rolls = self.rolls

        speaks = self.speaks

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cards_dealt": cards_dealt,
                "dealer": dealer,
                "hand": hand,
                "text": text,
            }
        )
        if hands is not UNSET:
            field_dict["hands"] = hands
        if leads is not UNSET:
            field_dict["leads"] = leads
        if open_ is not UNSET:
            field_dict["open"] = open_
        if rolls is not UNSET:
            field_dict["rolls"] = rolls
        if speaks is not UNSET:
            field_dict["speaks"] = speaks

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.still_open import StillOpen

        d = dict(src_dict)
        cards_dealt = d.pop("cards_dealt")

        dealer = d.pop("dealer")

        hand = d.pop("hand")

        text = cast(list[str], d.pop("text"))

        hands = d.pop("hands", UNSET)

        leads = d.pop("leads", UNSET)

        _open_ = d.pop("open", UNSET)
        open_: StillOpen | Unset
        if isinstance(_open_, Unset):
            open_ = UNSET
        else:
            open_ = StillOpen.from_dict(_open_)

        rolls = d.pop("rolls", UNSET)

        speaks = d.pop("speaks", UNSET)

        next_hand = cls(
            cards_dealt=cards_dealt,
            dealer=dealer,
            hand=hand,
            text=text,
            hands=hands,
            leads=leads,
            open_=open_,
            rolls=rolls,
            speaks=speaks,
        )

        next_hand.additional_properties = d
        return next_hand

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
