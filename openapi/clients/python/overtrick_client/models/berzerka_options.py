from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.berzerka_options_one_weakness_overbid import (
    BerzerkaOptionsOneWeaknessOverbid,
)
from ..models.berzerka_options_tiebreak import BerzerkaOptionsTiebreak
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.berzerka_custom_contract import BerzerkaCustomContract


T = TypeVar("T", bound="BerzerkaOptions")


@_attrs_define
class BerzerkaOptions:
    """
    Attributes:
        bid_breaks_ties (bool | Unset): In force without it: `true`
        board (list[str] | Unset): In force without it: `["berzerka","hidden-strength","hold-steady","seeing-
            red","bottle-it-up"]`
        custom_contracts (list[BerzerkaCustomContract] | None | Unset): In force without it: `[]`
        one_weakness_overbid (BerzerkaOptionsOneWeaknessOverbid | Unset): In force without it: `"adds"`
        rank_points (list[int] | Unset): In force without it: `[1,0,-1]`
        shapeshift_copies (None | str | Unset):
        tiebreak (BerzerkaOptionsTiebreak | Unset): In force without it: `"fewer-discards"`
    """

    bid_breaks_ties: bool | Unset = UNSET
    board: list[str] | Unset = UNSET
    custom_contracts: list[BerzerkaCustomContract] | None | Unset = UNSET
    one_weakness_overbid: BerzerkaOptionsOneWeaknessOverbid | Unset = UNSET
    rank_points: list[int] | Unset = UNSET
    shapeshift_copies: None | str | Unset = UNSET
    tiebreak: BerzerkaOptionsTiebreak | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        bid_breaks_ties = self.bid_breaks_ties

        board: list[str] | Unset = UNSET
        if not isinstance(self.board, Unset):
            board = self.board

        custom_contracts: list[dict[str, Any]] | None | Unset
        if isinstance(self.custom_contracts, Unset):
            custom_contracts = UNSET
        elif isinstance(self.custom_contracts, list):
            custom_contracts = []
            for custom_contracts_type_0_item_data in self.custom_contracts:
                custom_contracts_type_0_item = (
                    custom_contracts_type_0_item_data.to_dict()
                )
                custom_contracts.append(custom_contracts_type_0_item)

        else:
            custom_contracts = self.custom_contracts

        one_weakness_overbid: str | Unset = UNSET
        if not isinstance(self.one_weakness_overbid, Unset):
            one_weakness_overbid = self.one_weakness_overbid.value

        rank_points: list[int] | Unset = UNSET
        if not isinstance(self.rank_points, Unset):
            rank_points = self.rank_points

        shapeshift_copies: None | str | Unset
        if isinstance(self.shapeshift_copies, Unset):
            shapeshift_copies = UNSET
        else:
            shapeshift_copies = self.shapeshift_copies

        tiebreak: str | Unset = UNSET
        if not isinstance(self.tiebreak, Unset):
            tiebreak = self.tiebreak.value

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if bid_breaks_ties is not UNSET:
            field_dict["bid_breaks_ties"] = bid_breaks_ties
        if board is not UNSET:
            field_dict["board"] = board
        if custom_contracts is not UNSET:
            field_dict["custom_contracts"] = custom_contracts
        if one_weakness_overbid is not UNSET:
            field_dict["one_weakness_overbid"] = one_weakness_overbid
        if rank_points is not UNSET:
            field_dict["rank_points"] = rank_points
        if shapeshift_copies is not UNSET:
            field_dict["shapeshift_copies"] = shapeshift_copies
        if tiebreak is not UNSET:
            field_dict["tiebreak"] = tiebreak

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_custom_contract import BerzerkaCustomContract

        d = dict(src_dict)
        bid_breaks_ties = d.pop("bid_breaks_ties", UNSET)

        board = cast(list[str], d.pop("board", UNSET))

        def _parse_custom_contracts(
            data: object,
        ) -> list[BerzerkaCustomContract] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                custom_contracts_type_0 = []
                _custom_contracts_type_0 = data
                for custom_contracts_type_0_item_data in _custom_contracts_type_0:
                    custom_contracts_type_0_item = BerzerkaCustomContract.from_dict(
                        custom_contracts_type_0_item_data
                    )

                    custom_contracts_type_0.append(custom_contracts_type_0_item)

                return custom_contracts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[BerzerkaCustomContract] | None | Unset, data)

        custom_contracts = _parse_custom_contracts(d.pop("custom_contracts", UNSET))

        _one_weakness_overbid = d.pop("one_weakness_overbid", UNSET)
        one_weakness_overbid: BerzerkaOptionsOneWeaknessOverbid | Unset
        if isinstance(_one_weakness_overbid, Unset):
            one_weakness_overbid = UNSET
        else:
            one_weakness_overbid = BerzerkaOptionsOneWeaknessOverbid(
                _one_weakness_overbid
            )

        rank_points = cast(list[int], d.pop("rank_points", UNSET))

        def _parse_shapeshift_copies(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        shapeshift_copies = _parse_shapeshift_copies(d.pop("shapeshift_copies", UNSET))

        _tiebreak = d.pop("tiebreak", UNSET)
        tiebreak: BerzerkaOptionsTiebreak | Unset
        if isinstance(_tiebreak, Unset):
            tiebreak = UNSET
        else:
            tiebreak = BerzerkaOptionsTiebreak(_tiebreak)

        berzerka_options = cls(
            bid_breaks_ties=bid_breaks_ties,
            board=board,
            custom_contracts=custom_contracts,
            one_weakness_overbid=one_weakness_overbid,
            rank_points=rank_points,
            shapeshift_copies=shapeshift_copies,
            tiebreak=tiebreak,
        )

        return berzerka_options
