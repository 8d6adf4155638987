from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.contract_sabacc_options_ante_each import ContractSabaccOptionsAnteEach
from ..models.contract_sabacc_options_bidding_starts import (
    ContractSabaccOptionsBiddingStarts,
)
from ..models.contract_sabacc_options_match_stack import ContractSabaccOptionsMatchStack
from ..models.contract_sabacc_options_odd_chips import ContractSabaccOptionsOddChips
from ..models.contract_sabacc_options_pot_at_end import ContractSabaccOptionsPotAtEnd
from ..models.contract_sabacc_options_slam import ContractSabaccOptionsSlam
from ..models.contract_sabacc_options_wagers import ContractSabaccOptionsWagers
from ..types import UNSET, Unset

T = TypeVar("T", bound="ContractSabaccOptions")


@_attrs_define
class ContractSabaccOptions:
    """
    Attributes:
        ante (int | Unset): In force without it: `1`
        ante_each (ContractSabaccOptionsAnteEach | Unset): In force without it: `"deal"`
        bidding_starts (ContractSabaccOptionsBiddingStarts | Unset): In force without it: `"dealers-left"`
        match_stack (ContractSabaccOptionsMatchStack | Unset): In force without it: `"declarer"`
        odd_chips (ContractSabaccOptionsOddChips | Unset): In force without it: `"ante-pot"`
        pot_at_end (ContractSabaccOptionsPotAtEnd | Unset): In force without it: `"leave"`
        pot_at_start (int | Unset): In force without it: `0`
        slam (ContractSabaccOptionsSlam | Unset): In force without it: `"at-least"`
        wagers (ContractSabaccOptionsWagers | Unset): In force without it: `"all-match"`
    """

    ante: int | Unset = UNSET
    ante_each: ContractSabaccOptionsAnteEach | Unset = UNSET
    bidding_starts: ContractSabaccOptionsBiddingStarts | Unset = UNSET
    match_stack: ContractSabaccOptionsMatchStack | Unset = UNSET
    odd_chips: ContractSabaccOptionsOddChips | Unset = UNSET
    pot_at_end: ContractSabaccOptionsPotAtEnd | Unset = UNSET
    pot_at_start: int | Unset = UNSET
    slam: ContractSabaccOptionsSlam | Unset = UNSET
    wagers: ContractSabaccOptionsWagers | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        ante = self.ante

        ante_each: str | Unset = UNSET
        if not isinstance(self.ante_each, Unset):
            ante_each = self.ante_each.value

        bidding_starts: str | Unset = UNSET
        if not isinstance(self.bidding_starts, Unset):
            bidding_starts = self.bidding_starts.value

        match_stack: str | Unset = UNSET
        if not isinstance(self.match_stack, Unset):
            match_stack = self.match_stack.value

        odd_chips: str | Unset = UNSET
        if not isinstance(self.odd_chips, Unset):
            odd_chips = self.odd_chips.value

        pot_at_end: str | Unset = UNSET
        if not isinstance(self.pot_at_end, Unset):
            pot_at_end = self.pot_at_end.value

        pot_at_start = self.pot_at_start

        slam: str | Unset = UNSET
        if not isinstance(self.slam, Unset):
            slam = self.slam.value

        wagers: str | Unset = UNSET
        if not isinstance(self.wagers, Unset):
            wagers = self.wagers.value

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if ante is not UNSET:
            field_dict["ante"] = ante
        if ante_each is not UNSET:
            field_dict["ante_each"] = ante_each
        if bidding_starts is not UNSET:
            field_dict["bidding_starts"] = bidding_starts
        if match_stack is not UNSET:
            field_dict["match_stack"] = match_stack
        if odd_chips is not UNSET:
            field_dict["odd_chips"] = odd_chips
        if pot_at_end is not UNSET:
            field_dict["pot_at_end"] = pot_at_end
        if pot_at_start is not UNSET:
            field_dict["pot_at_start"] = pot_at_start
        if slam is not UNSET:
            field_dict["slam"] = slam
        if wagers is not UNSET:
            field_dict["wagers"] = wagers

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        ante = d.pop("ante", UNSET)

        _ante_each = d.pop("ante_each", UNSET)
        ante_each: ContractSabaccOptionsAnteEach | Unset
        if isinstance(_ante_each, Unset):
            ante_each = UNSET
        else:
            ante_each = ContractSabaccOptionsAnteEach(_ante_each)

        _bidding_starts = d.pop("bidding_starts", UNSET)
        bidding_starts: ContractSabaccOptionsBiddingStarts | Unset
        if isinstance(_bidding_starts, Unset):
            bidding_starts = UNSET
        else:
            bidding_starts = ContractSabaccOptionsBiddingStarts(_bidding_starts)

        _match_stack = d.pop("match_stack", UNSET)
        match_stack: ContractSabaccOptionsMatchStack | Unset
        if isinstance(_match_stack, Unset):
            match_stack = UNSET
        else:
            match_stack = ContractSabaccOptionsMatchStack(_match_stack)

        _odd_chips = d.pop("odd_chips", UNSET)
        odd_chips: ContractSabaccOptionsOddChips | Unset
        if isinstance(_odd_chips, Unset):
            odd_chips = UNSET
        else:
            odd_chips = ContractSabaccOptionsOddChips(_odd_chips)

        _pot_at_end = d.pop("pot_at_end", UNSET)
        pot_at_end: ContractSabaccOptionsPotAtEnd | Unset
        if isinstance(_pot_at_end, Unset):
            pot_at_end = UNSET
        else:
            pot_at_end = ContractSabaccOptionsPotAtEnd(_pot_at_end)

        pot_at_start = d.pop("pot_at_start", UNSET)

        _slam = d.pop("slam", UNSET)
        slam: ContractSabaccOptionsSlam | Unset
        if isinstance(_slam, Unset):
            slam = UNSET
        else:
            slam = ContractSabaccOptionsSlam(_slam)

        _wagers = d.pop("wagers", UNSET)
        wagers: ContractSabaccOptionsWagers | Unset
        if isinstance(_wagers, Unset):
            wagers = UNSET
        else:
            wagers = ContractSabaccOptionsWagers(_wagers)

        contract_sabacc_options = cls(
            ante=ante,
            ante_each=ante_each,
            bidding_starts=bidding_starts,
            match_stack=match_stack,
            odd_chips=odd_chips,
            pot_at_end=pot_at_end,
            pot_at_start=pot_at_start,
            slam=slam,
            wagers=wagers,
        )

        return contract_sabacc_options
