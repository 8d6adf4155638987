from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.berzerka_ranking import BerzerkaRanking
from ..models.suit import Suit
from ..types import UNSET, Unset

T = TypeVar("T", bound="BerzerkaQuestionSetting")


@_attrs_define
class BerzerkaQuestionSetting:
    """
    Attributes:
        contract (str | Unset):
        declarer (str | Unset): a player's name
        hotseat (bool | Unset):
        pain_suit (Suit | Unset):
        ranking (BerzerkaRanking | Unset):
        shapeshift_copies (None | str | Unset):
        trump (Suit | Unset):
    """

    contract: str | Unset = UNSET
    declarer: str | Unset = UNSET
    hotseat: bool | Unset = UNSET
    pain_suit: Suit | Unset = UNSET
    ranking: BerzerkaRanking | Unset = UNSET
    shapeshift_copies: None | str | Unset = UNSET
    trump: Suit | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        contract = self.contract

        declarer = self.declarer

        hotseat = self.hotseat

        pain_suit: str | Unset = UNSET
        if not isinstance(self.pain_suit, Unset):
            pain_suit = self.pain_suit.value

        ranking: str | Unset = UNSET
        if not isinstance(self.ranking, Unset):
            ranking = self.ranking.value

        shapeshift_copies: None | str | Unset
        if isinstance(self.shapeshift_copies, Unset):
            shapeshift_copies = UNSET
        else:
            shapeshift_copies = self.shapeshift_copies

        trump: str | Unset = UNSET
        if not isinstance(self.trump, Unset):
            trump = self.trump.value

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if contract is not UNSET:
            field_dict["contract"] = contract
        if declarer is not UNSET:
            field_dict["declarer"] = declarer
        if hotseat is not UNSET:
            field_dict["hotseat"] = hotseat
        if pain_suit is not UNSET:
            field_dict["pain_suit"] = pain_suit
        if ranking is not UNSET:
            field_dict["ranking"] = ranking
        if shapeshift_copies is not UNSET:
            field_dict["shapeshift_copies"] = shapeshift_copies
        if trump is not UNSET:
            field_dict["trump"] = trump

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        contract = d.pop("contract", UNSET)

        declarer = d.pop("declarer", UNSET)

        hotseat = d.pop("hotseat", UNSET)

        _pain_suit = d.pop("pain_suit", UNSET)
        pain_suit: Suit | Unset
        if isinstance(_pain_suit, Unset):
            pain_suit = UNSET
        else:
            pain_suit = Suit(_pain_suit)

        _ranking = d.pop("ranking", UNSET)
        ranking: BerzerkaRanking | Unset
        if isinstance(_ranking, Unset):
            ranking = UNSET
        else:
            ranking = BerzerkaRanking(_ranking)

        def _parse_shapeshift_copies(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        shapeshift_copies = _parse_shapeshift_copies(d.pop("shapeshift_copies", UNSET))

        _trump = d.pop("trump", UNSET)
        trump: Suit | Unset
        if isinstance(_trump, Unset):
            trump = UNSET
        else:
            trump = Suit(_trump)

        berzerka_question_setting = cls(
            contract=contract,
            declarer=declarer,
            hotseat=hotseat,
            pain_suit=pain_suit,
            ranking=ranking,
            shapeshift_copies=shapeshift_copies,
            trump=trump,
        )

        return berzerka_question_setting
