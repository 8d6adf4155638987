from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.mariash_open_hand import MariashOpenHand
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.contract import Contract
    from ..models.parts import Parts
    from ..models.ruling_outcome_commitments_item import RulingOutcomeCommitmentsItem
    from ..models.ruling_outcome_last_trick import RulingOutcomeLastTrick
    from ..models.ruling_outcome_passes import RulingOutcomePasses
    from ..models.ruling_outcome_ranges import RulingOutcomeRanges
    from ..models.ruling_outcome_values import RulingOutcomeValues
    from ..models.tricks_part import TricksPart


T = TypeVar("T", bound="RulingOutcome")


@_attrs_define
class RulingOutcome:
    """The result of a question, with what the game adds

    Attributes:
        aside (list[str] | Unset):
        bids (TricksPart | Unset): by player's name
        card (str | Unset): a card
        card_points (float | Unset):
        challengers (list[str] | Unset):
        cheapest (list[Contract] | Unset):
        commitments (list[RulingOutcomeCommitmentsItem] | Unset):
        complete (bool | Unset):
        conflict (list[str] | Unset):
        contract (Contract | str | Unset):
        contractor (str | Unset): a player's name
        declarer (str | Unset): a player's name
        face_up (list[str] | Unset):
        hand (list[str] | Unset):
        hotseat (bool | Unset):
        last_six (TricksPart | Unset): by player's name
        last_trick (RulingOutcomeLastTrick | Unset):
        left (int | Unset):
        missing (list[str] | Unset):
        open_hand (MariashOpenHand | Unset):
        overbid (int | Unset):
        pain_cards (TricksPart | Unset): by player's name
        parts (Parts | Unset):
        passes (RulingOutcomePasses | Unset): by player's name
        ranges (RulingOutcomeRanges | Unset): by id
        redeal (bool | Unset):
        tricks (TricksPart | Unset): by player's name
        value (int | Unset):
        values (RulingOutcomeValues | Unset): by id
        void (bool | Unset):
        winner (str | Unset): a player's name
        winners (list[None | str] | Unset):
    """

    aside: list[str] | Unset = UNSET
    bids: TricksPart | Unset = UNSET
    card: str | Unset = UNSET
    card_points: float | Unset = UNSET
    challengers: list[str] | Unset = UNSET
    cheapest: list[Contract] | Unset = UNSET
    commitments: list[RulingOutcomeCommitmentsItem] | Unset = UNSET
    complete: bool | Unset = UNSET
    conflict: list[str] | Unset = UNSET
    contract: Contract | str | Unset = UNSET
    contractor: str | Unset = UNSET
    declarer: str | Unset = UNSET
    face_up: list[str] | Unset = UNSET
    hand: list[str] | Unset = UNSET
    hotseat: bool | Unset = UNSET
    last_six: TricksPart | Unset = UNSET
    last_trick: RulingOutcomeLastTrick | Unset = UNSET
    left: int | Unset = UNSET
    missing: list[str] | Unset = UNSET
    open_hand: MariashOpenHand | Unset = UNSET
    overbid: int | Unset = UNSET
    pain_cards: TricksPart | Unset = UNSET
    parts: Parts | Unset = UNSET
    passes: RulingOutcomePasses | Unset = UNSET
    ranges: RulingOutcomeRanges | Unset = UNSET
    redeal: bool | Unset = UNSET
    tricks: TricksPart | Unset = UNSET
    value: int | Unset = UNSET
    values: RulingOutcomeValues | Unset = UNSET
    void: bool | Unset = UNSET
    winner: str | Unset = UNSET
    winners: list[None | str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.contract import Contract

        aside: list[str] | Unset = UNSET
        if not isinstance(self.aside, Unset):
            aside = self.aside

        bids: dict[str, Any] | Unset = UNSET
        if not isinstance(self.bids, Unset):
            bids = self.bids.to_dict()

        card = self.card

        card_points = self.card_points

        challengers: list[str] | Unset = UNSET
        if not isinstance(self.challengers, Unset):
            challengers = self.challengers

        cheapest: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.cheapest, Unset):
            cheapest = []
            for cheapest_item_data in self.cheapest:
                cheapest_item = cheapest_item_data.to_dict()
                cheapest.append(cheapest_item)

        commitments: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.commitments, Unset):
            commitments = []
            for commitments_item_data in self.commitments:
                commitments_item = commitments_item_data.to_dict()
                commitments.append(commitments_item)

        complete = self.complete

        conflict: list[str] | Unset = UNSET
        if not isinstance(self.conflict, Unset):
            conflict = self.conflict

        contract: dict[str, Any] | str | Unset
        if isinstance(self.contract, Unset):
            contract = UNSET
        elif isinstance(self.contract, Contract):
            contract = self.contract.to_dict()
        else:
            contract = self.contract

        contractor = self.contractor

        declarer = self.declarer

        face_up: list[str] | Unset = UNSET
        if not isinstance(self.face_up, Unset):
            face_up = self.face_up

        hand: list[str] | Unset = UNSET
        if not isinstance(self.hand, Unset):
            hand = self.hand

        hotseat = self.hotseat

        last_six: dict[str, Any] | Unset = UNSET
        if not isinstance(self.last_six, Unset):
            last_six = self.last_six.to_dict()

        last_trick: dict[str, Any] | Unset = UNSET
        if not isinstance(self.last_trick, Unset):
            last_trick = self.last_trick.to_dict()

        left = self.left

        missing: list[str] | Unset = UNSET
        if not isinstance(self.missing, Unset):
            missing = self.missing

        open_hand: str | Unset = UNSET
        if not isinstance(self.open_hand, Unset):
            open_hand = self.open_hand.value

        overbid = self.overbid

        pain_cards: dict[str, Any] | Unset = UNSET
        if not isinstance(self.pain_cards, Unset):
            pain_cards = self.pain_cards.to_dict()

        parts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.parts, Unset):
            parts = self.parts.to_dict()

        passes: dict[str, Any] | Unset = UNSET
        if not isinstance(self.passes, Unset):
            passes = self.passes.to_dict()

        ranges: dict[str, Any] | Unset = UNSET
        if not isinstance(self.ranges, Unset):
            ranges = self.ranges.to_dict()

        redeal = self.redeal

        tricks: dict[str, Any] | Unset = UNSET
        if not isinstance(self.tricks, Unset):
            tricks = self.tricks.to_dict()

        value = self.value

        values: dict[str, Any] | Unset = UNSET
        if not isinstance(self.values, Unset):
            values = self.values.to_dict()

        void = self.void

        winner = self.winner

        winners: list[None | str] | Unset = UNSET
        if not isinstance(self.winners, Unset):
            winners = []
            for winners_item_data in self.winners:
                winners_item: None | str
                winners_item = winners_item_data
                winners.append(winners_item)

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if aside is not UNSET:
            field_dict["aside"] = aside
        if bids is not UNSET:
            field_dict["bids"] = bids
        if card is not UNSET:
            field_dict["card"] = card
        if card_points is not UNSET:
            field_dict["card_points"] = card_points
        if challengers is not UNSET:
            field_dict["challengers"] = challengers
        if cheapest is not UNSET:
            field_dict["cheapest"] = cheapest
        if commitments is not UNSET:
            field_dict["commitments"] = commitments
        if complete is not UNSET:
            field_dict["complete"] = complete
        if conflict is not UNSET:
            field_dict["conflict"] = conflict
        if contract is not UNSET:
            field_dict["contract"] = contract
        if contractor is not UNSET:
            field_dict["contractor"] = contractor
        if declarer is not UNSET:
            field_dict["declarer"] = declarer
        if face_up is not UNSET:
            field_dict["face_up"] = face_up
        if hand is not UNSET:
            field_dict["hand"] = hand
        if hotseat is not UNSET:
            field_dict["hotseat"] = hotseat
        if last_six is not UNSET:
            field_dict["last_six"] = last_six
        if last_trick is not UNSET:
            field_dict["last_trick"] = last_trick
        if left is not UNSET:
            field_dict["left"] = left
        if missing is not UNSET:
            field_dict["missing"] = missing
        if open_hand is not UNSET:
            field_dict["open_hand"] = open_hand
        if overbid is not UNSET:
            field_dict["overbid"] = overbid
        if pain_cards is not UNSET:
            field_dict["pain_cards"] = pain_cards
        if parts is not UNSET:
            field_dict["parts"] = parts
        if passes is not UNSET:
            field_dict["passes"] = passes
        if ranges is not UNSET:
            field_dict["ranges"] = ranges
        if redeal is not UNSET:
            field_dict["redeal"] = redeal
        if tricks is not UNSET:
            field_dict["tricks"] = tricks
        if value is not UNSET:
            field_dict["value"] = value
        if values is not UNSET:
            field_dict["values"] = values
        if void is not UNSET:
            field_dict["void"] = void
        if winner is not UNSET:
            field_dict["winner"] = winner
        if winners is not UNSET:
            field_dict["winners"] = winners

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.contract import Contract
        from ..models.parts import Parts
        from ..models.ruling_outcome_commitments_item import (
            RulingOutcomeCommitmentsItem,
        )
        from ..models.ruling_outcome_last_trick import RulingOutcomeLastTrick
        from ..models.ruling_outcome_passes import RulingOutcomePasses
        from ..models.ruling_outcome_ranges import RulingOutcomeRanges
        from ..models.ruling_outcome_values import RulingOutcomeValues
        from ..models.tricks_part import TricksPart

        d = dict(src_dict)
        aside = cast(list[str], d.pop("aside", UNSET))

        _bids = d.pop("bids", UNSET)
        bids: TricksPart | Unset
        if isinstance(_bids, Unset):
            bids = UNSET
        else:
            bids = TricksPart.from_dict(_bids)

        card = d.pop("card", UNSET)

        card_points = d.pop("card_points", UNSET)

        challengers = cast(list[str], d.pop("challengers", UNSET))

        _cheapest = d.pop("cheapest", UNSET)
        cheapest: list[Contract] | Unset = UNSET
        if _cheapest is not UNSET:
            cheapest = []
            for cheapest_item_data in _cheapest:
                cheapest_item = Contract.from_dict(cheapest_item_data)

                cheapest.append(cheapest_item)

        _commitments = d.pop("commitments", UNSET)
        commitments: list[RulingOutcomeCommitmentsItem] | Unset = UNSET
        if _commitments is not UNSET:
            commitments = []
            for commitments_item_data in _commitments:
                commitments_item = RulingOutcomeCommitmentsItem.from_dict(
                    commitments_item_data
                )

                commitments.append(commitments_item)

        complete = d.pop("complete", UNSET)

        conflict = cast(list[str], d.pop("conflict", UNSET))

        def _parse_contract(data: object) -> Contract | str | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                contract_type_1 = Contract.from_dict(data)

                return contract_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Contract | str | Unset, data)

        contract = _parse_contract(d.pop("contract", UNSET))

        contractor = d.pop("contractor", UNSET)

        declarer = d.pop("declarer", UNSET)

        face_up = cast(list[str], d.pop("face_up", UNSET))

        hand = cast(list[str], d.pop("hand", UNSET))

        hotseat = d.pop("hotseat", UNSET)

        _last_six = d.pop("last_six", UNSET)
        last_six: TricksPart | Unset
        if isinstance(_last_six, Unset):
            last_six = UNSET
        else:
            last_six = TricksPart.from_dict(_last_six)

        _last_trick = d.pop("last_trick", UNSET)
        last_trick: RulingOutcomeLastTrick | Unset
        if isinstance(_last_trick, Unset):
            last_trick = UNSET
        else:
            last_trick = RulingOutcomeLastTrick.from_dict(_last_trick)

        left = d.pop("left", UNSET)

        missing = cast(list[str], d.pop("missing", UNSET))

        _open_hand = d.pop("open_hand", UNSET)
        open_hand: MariashOpenHand | Unset
        if isinstance(_open_hand, Unset):
            open_hand = UNSET
        else:
            open_hand = MariashOpenHand(_open_hand)

        overbid = d.pop("overbid", UNSET)

        _pain_cards = d.pop("pain_cards", UNSET)
        pain_cards: TricksPart | Unset
        if isinstance(_pain_cards, Unset):
            pain_cards = UNSET
        else:
            pain_cards = TricksPart.from_dict(_pain_cards)

        _parts = d.pop("parts", UNSET)
        parts: Parts | Unset
        if isinstance(_parts, Unset):
            parts = UNSET
        else:
            parts = Parts.from_dict(_parts)

        _passes = d.pop("passes", UNSET)
        passes: RulingOutcomePasses | Unset
        if isinstance(_passes, Unset):
            passes = UNSET
        else:
            passes = RulingOutcomePasses.from_dict(_passes)

        _ranges = d.pop("ranges", UNSET)
        ranges: RulingOutcomeRanges | Unset
        if isinstance(_ranges, Unset):
            ranges = UNSET
        else:
            ranges = RulingOutcomeRanges.from_dict(_ranges)

        redeal = d.pop("redeal", UNSET)

        _tricks = d.pop("tricks", UNSET)
        tricks: TricksPart | Unset
        if isinstance(_tricks, Unset):
            tricks = UNSET
        else:
            tricks = TricksPart.from_dict(_tricks)

        value = d.pop("value", UNSET)

        _values = d.pop("values", UNSET)
        values: RulingOutcomeValues | Unset
        if isinstance(_values, Unset):
            values = UNSET
        else:
            values = RulingOutcomeValues.from_dict(_values)

        void = d.pop("void", UNSET)

        winner = d.pop("winner", UNSET)

        _winners = d.pop("winners", UNSET)
        winners: list[None | str] | Unset = UNSET
        if _winners is not UNSET:
            winners = []
            for winners_item_data in _winners:

                def _parse_winners_item(data: object) -> None | str:
                    if data is None:
                        return data
                    return cast(None | str, data)

                winners_item = _parse_winners_item(winners_item_data)

                winners.append(winners_item)

        ruling_outcome = cls(
            aside=aside,
            bids=bids,
            card=card,
            card_points=card_points,
            challengers=challengers,
            cheapest=cheapest,
            commitments=commitments,
            complete=complete,
            conflict=conflict,
            contract=contract,
            contractor=contractor,
            declarer=declarer,
            face_up=face_up,
            hand=hand,
            hotseat=hotseat,
            last_six=last_six,
            last_trick=last_trick,
            left=left,
            missing=missing,
            open_hand=open_hand,
            overbid=overbid,
            pain_cards=pain_cards,
            parts=parts,
            passes=passes,
            ranges=ranges,
            redeal=redeal,
            tricks=tricks,
            value=value,
            values=values,
            void=void,
            winner=winner,
            winners=winners,
        )

        return ruling_outcome
