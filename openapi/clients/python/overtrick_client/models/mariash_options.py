from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.mariash_options_rates import MariashOptionsRates


T = TypeVar("T", bound="MariashOptions")


@_attrs_define
class MariashOptions:
    """
    Attributes:
        card_points (int | Unset): In force without it: `120`
        commitments_per_defender (int | Unset): In force without it: `1`
        game_stake (int | Unset): In force without it: `1`
        hands_planned (int | None | Unset):
        limit (int | None | Unset):
        marriages (bool | Unset): In force without it: `false`
        max_doubles (int | Unset): In force without it: `4`
        open_hand_factor (int | Unset): In force without it: `2`
        rates (MariashOptionsRates | Unset): In force without it:
            `{"game":1,"hundred":4,"hundred_seven":6,"misere":15,"seven":2,"slam":30}`
        red_doubles (bool | Unset): In force without it: `true`
        silent (bool | Unset): In force without it: `false`
        sitting_out_pays (bool | Unset): In force without it: `true`
    """

    card_points: int | Unset = UNSET
    commitments_per_defender: int | Unset = UNSET
    game_stake: int | Unset = UNSET
    hands_planned: int | None | Unset = UNSET
    limit: int | None | Unset = UNSET
    marriages: bool | Unset = UNSET
    max_doubles: int | Unset = UNSET
    open_hand_factor: int | Unset = UNSET
    rates: MariashOptionsRates | Unset = UNSET
    red_doubles: bool | Unset = UNSET
    silent: bool | Unset = UNSET
    sitting_out_pays: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        card_points = self.card_points

        commitments_per_defender = self.commitments_per_defender

        game_stake = self.game_stake

        hands_planned: int | None | Unset
        if isinstance(self.hands_planned, Unset):
            hands_planned = UNSET
        else:
            hands_planned = self.hands_planned

        limit: int | None | Unset
        if isinstance(self.limit, Unset):
            limit = UNSET
        else:
            limit = self.limit

        marriages = self.marriages

        max_doubles = self.max_doubles

        open_hand_factor = self.open_hand_factor

        rates: dict[str, Any] | Unset = UNSET
        if not isinstance(self.rates, Unset):
            rates = self.rates.to_dict()

        red_doubles = self.red_doubles

        silent = self.silent

        sitting_out_pays = self.sitting_out_pays

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if card_points is not UNSET:
            field_dict["card_points"] = card_points
        if commitments_per_defender is not UNSET:
            field_dict["commitments_per_defender"] = commitments_per_defender
        if game_stake is not UNSET:
            field_dict["game_stake"] = game_stake
        if hands_planned is not UNSET:
            field_dict["hands_planned"] = hands_planned
        if limit is not UNSET:
            field_dict["limit"] = limit
        if marriages is not UNSET:
            field_dict["marriages"] = marriages
        if max_doubles is not UNSET:
            field_dict["max_doubles"] = max_doubles
        if open_hand_factor is not UNSET:
            field_dict["open_hand_factor"] = open_hand_factor
        if rates is not UNSET:
            field_dict["rates"] = rates
        if red_doubles is not UNSET:
            field_dict["red_doubles"] = red_doubles
        if silent is not UNSET:
            field_dict["silent"] = silent
        if sitting_out_pays is not UNSET:
            field_dict["sitting_out_pays"] = sitting_out_pays

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.mariash_options_rates import MariashOptionsRates

        d = dict(src_dict)
        card_points = d.pop("card_points", UNSET)

        commitments_per_defender = d.pop("commitments_per_defender", UNSET)

        game_stake = d.pop("game_stake", UNSET)

        def _parse_hands_planned(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        hands_planned = _parse_hands_planned(d.pop("hands_planned", UNSET))

        def _parse_limit(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        limit = _parse_limit(d.pop("limit", UNSET))

        marriages = d.pop("marriages", UNSET)

        max_doubles = d.pop("max_doubles", UNSET)

        open_hand_factor = d.pop("open_hand_factor", UNSET)

        _rates = d.pop("rates", UNSET)
        rates: MariashOptionsRates | Unset
        if isinstance(_rates, Unset):
            rates = UNSET
        else:
            rates = MariashOptionsRates.from_dict(_rates)

        red_doubles = d.pop("red_doubles", UNSET)

        silent = d.pop("silent", UNSET)

        sitting_out_pays = d.pop("sitting_out_pays", UNSET)

        mariash_options = cls(
            card_points=card_points,
            commitments_per_defender=commitments_per_defender,
            game_stake=game_stake,
            hands_planned=hands_planned,
            limit=limit,
            marriages=marriages,
            max_doubles=max_doubles,
            open_hand_factor=open_hand_factor,
            rates=rates,
            red_doubles=red_doubles,
            silent=silent,
            sitting_out_pays=sitting_out_pays,
        )

        return mariash_options
