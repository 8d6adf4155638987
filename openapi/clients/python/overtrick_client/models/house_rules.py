from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.house_rules_absolutely_sure_doubles import HouseRulesAbsolutelySureDoubles
from ..models.house_rules_ante_each import HouseRulesAnteEach
from ..models.house_rules_bidding_starts import HouseRulesBiddingStarts
from ..models.house_rules_deal import HouseRulesDeal
from ..models.house_rules_idle_conditions import HouseRulesIdleConditions
from ..models.house_rules_match_stack import HouseRulesMatchStack
from ..models.house_rules_missed import HouseRulesMissed
from ..models.house_rules_odd_chips import HouseRulesOddChips
from ..models.house_rules_one_weakness_overbid import HouseRulesOneWeaknessOverbid
from ..models.house_rules_pot_at_end import HouseRulesPotAtEnd
from ..models.house_rules_slam import HouseRulesSlam
from ..models.house_rules_tiebreak import HouseRulesTiebreak
from ..models.house_rules_wagers import HouseRulesWagers
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.berzerka_custom_contract import BerzerkaCustomContract
    from ..models.house_rules_rates import HouseRulesRates
    from ..models.house_rules_strain_values import HouseRulesStrainValues


T = TypeVar("T", bound="HouseRules")


@_attrs_define
class HouseRules:
    """House rules of a game; see its own

    Attributes:
        absolutely_sure_doubles (HouseRulesAbsolutelySureDoubles | Unset):
        ante (int | Unset):
        ante_each (HouseRulesAnteEach | Unset):
        bid_breaks_ties (bool | Unset):
        bidding_starts (HouseRulesBiddingStarts | Unset):
        board (list[str] | Unset):
        break_trump (bool | Unset):
        brink_points (int | Unset):
        card_points (int | Unset):
        challenge_points (int | Unset):
        commitments_per_defender (int | Unset):
        custom_contracts (list[BerzerkaCustomContract] | None | Unset):
        deal (HouseRulesDeal | Unset):
        dealers_bonus (int | Unset):
        first_hand_cards (int | Unset):
        game_stake (int | Unset):
        hands_planned (int | None | Unset):
        hook (bool | Unset):
        idle_conditions (HouseRulesIdleConditions | Unset):
        last_hand_cards (int | Unset):
        least_cards (int | Unset):
        limit (int | None | Unset):
        made_points (int | Unset):
        marriages (bool | Unset):
        match_stack (HouseRulesMatchStack | Unset):
        max_doubles (int | Unset):
        missed (HouseRulesMissed | Unset):
        missed_points (int | Unset):
        most_cards (int | Unset):
        odd_chips (HouseRulesOddChips | Unset):
        one_weakness_overbid (HouseRulesOneWeaknessOverbid | Unset):
        open_hand_factor (int | Unset):
        pot_at_end (HouseRulesPotAtEnd | Unset):
        pot_at_start (int | Unset):
        rank_points (list[int] | Unset):
        rates (HouseRulesRates | Unset):
        red_doubles (bool | Unset):
        shapeshift_copies (None | str | Unset):
        silent (bool | Unset):
        sitting_out_pays (bool | Unset):
        slam (HouseRulesSlam | Unset):
        strain_values (HouseRulesStrainValues | Unset):
        tiebreak (HouseRulesTiebreak | Unset):
        trick_points (int | Unset):
        wagers (HouseRulesWagers | Unset):
    """

    absolutely_sure_doubles: HouseRulesAbsolutelySureDoubles | Unset = UNSET
    ante: int | Unset = UNSET
    ante_each: HouseRulesAnteEach | Unset = UNSET
    bid_breaks_ties: bool | Unset = UNSET
    bidding_starts: HouseRulesBiddingStarts | Unset = UNSET
    board: list[str] | Unset = UNSET
    break_trump: bool | Unset = UNSET
    brink_points: int | Unset = UNSET
    card_points: int | Unset = UNSET
    challenge_points: int | Unset = UNSET
    commitments_per_defender: int | Unset = UNSET
    custom_contracts: list[BerzerkaCustomContract] | None | Unset = UNSET
    deal: HouseRulesDeal | Unset = UNSET
    dealers_bonus: int | Unset = UNSET
    first_hand_cards: int | Unset = UNSET
    game_stake: int | Unset = UNSET
    hands_planned: int | None | Unset = UNSET
    hook: bool | Unset = UNSET
    idle_conditions: HouseRulesIdleConditions | Unset = UNSET
    last_hand_cards: int | Unset = UNSET
    least_cards: int | Unset = UNSET
    limit: int | None | Unset = UNSET
    made_points: int | Unset = UNSET
    marriages: bool | Unset = UNSET
    match_stack: HouseRulesMatchStack | Unset = UNSET
    max_doubles: int | Unset = UNSET
    missed: HouseRulesMissed | Unset = UNSET
    missed_points: int | Unset = UNSET
    most_cards: int | Unset = UNSET
    odd_chips: HouseRulesOddChips | Unset = UNSET
    one_weakness_overbid: HouseRulesOneWeaknessOverbid | Unset = UNSET
    open_hand_factor: int | Unset = UNSET
    pot_at_end: HouseRulesPotAtEnd | Unset = UNSET
    pot_at_start: int | Unset = UNSET
    rank_points: list[int] | Unset = UNSET
    rates: HouseRulesRates | Unset = UNSET
    red_doubles: bool | Unset = UNSET
    shapeshift_copies: None | str | Unset = UNSET
    silent: bool | Unset = UNSET
    sitting_out_pays: bool | Unset = UNSET
    slam: HouseRulesSlam | Unset = UNSET
    strain_values: HouseRulesStrainValues | Unset = UNSET
    tiebreak: HouseRulesTiebreak | Unset = UNSET
    trick_points: int | Unset = UNSET
    wagers: HouseRulesWagers | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        absolutely_sure_doubles: str | Unset = UNSET
        if not isinstance(self.absolutely_sure_doubles, Unset):
            absolutely_sure_doubles = self.absolutely_sure_doubles.value

        ante = self.ante

        ante_each: str | Unset = UNSET
        if not isinstance(self.ante_each, Unset):
            ante_each = self.ante_each.value

        bid_breaks_ties = self.bid_breaks_ties

        bidding_starts: str | Unset = UNSET
        if not isinstance(self.bidding_starts, Unset):
            bidding_starts = self.bidding_starts.value

        board: list[str] | Unset = UNSET
        if not isinstance(self.board, Unset):
            board = self.board

        break_trump = self.break_trump

        brink_points = self.brink_points

        card_points = self.card_points

        challenge_points = self.challenge_points

        commitments_per_defender = self.commitments_per_defender

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

        deal: str | Unset = UNSET
        if not isinstance(self.deal, Unset):
            deal = self.deal.value

        dealers_bonus = self.dealers_bonus

        first_hand_cards = self.first_hand_cards

        game_stake = self.game_stake

        hands_planned: int | None | Unset
        if isinstance(self.hands_planned, Unset):
            hands_planned = UNSET
        else:
            hands_planned = self.hands_planned

        hook = self.hook

        idle_conditions: str | Unset = UNSET
        if not isinstance(self.idle_conditions, Unset):
            idle_conditions = self.idle_conditions.value

        last_hand_cards = self.last_hand_cards

        least_cards = self.least_cards

        limit: int | None | Unset
        if isinstance(self.limit, Unset):
            limit = UNSET
        else:
            limit = self.limit

        made_points = self.made_points

        marriages = self.marriages

        match_stack: str | Unset = UNSET
        if not isinstance(self.match_stack, Unset):
            match_stack = self.match_stack.value

        max_doubles = self.max_doubles

        missed: str | Unset = UNSET
        if not isinstance(self.missed, Unset):
            missed = self.missed.value

        missed_points = self.missed_points

        most_cards = self.most_cards

        odd_chips: str | Unset = UNSET
        if not isinstance(self.odd_chips, Unset):
            odd_chips = self.odd_chips.value

        one_weakness_overbid: str | Unset = UNSET
        if not isinstance(self.one_weakness_overbid, Unset):
            one_weakness_overbid = self.one_weakness_overbid.value

        open_hand_factor = self.open_hand_factor

        pot_at_end: str | Unset = UNSET
        if not isinstance(self.pot_at_end, Unset):
            pot_at_end = self.pot_at_end.value

        pot_at_start = self.pot_at_start

        rank_points: list[int] | Unset = UNSET
        if not isinstance(self.rank_points, Unset):
            rank_points = self.rank_points

        rates: dict[str, Any] | Unset = UNSET
        if not isinstance(self.rates, Unset):
            rates = self.rates.to_dict()

        red_doubles = self.red_doubles

        shapeshift_copies: None | str | Unset
        if isinstance(self.shapeshift_copies, Unset):
            shapeshift_copies = UNSET
        else:
            shapeshift_copies = self.shapeshift_copies

        silent = self.silent

        sitting_out_pays = self.sitting_out_pays

        slam: str | Unset = UNSET
        if not isinstance(self.slam, Unset):
            slam = self.slam.value

        strain_values: dict[str, Any] | Unset = UNSET
        if not isinstance(self.strain_values, Unset):
            strain_values = self.strain_values.to_dict()

        tiebreak: str | Unset = UNSET
        if not isinstance(self.tiebreak, Unset):
            tiebreak = self.tiebreak.value

        trick_points = self.trick_points

        wagers: str | Unset = UNSET
        if not isinstance(self.wagers, Unset):
            wagers = self.wagers.value

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if absolutely_sure_doubles is not UNSET:
            field_dict["absolutely_sure_doubles"] = absolutely_sure_doubles
        if ante is not UNSET:
            field_dict["ante"] = ante
        if ante_each is not UNSET:
            field_dict["ante_each"] = ante_each
        if bid_breaks_ties is not UNSET:
            field_dict["bid_breaks_ties"] = bid_breaks_ties
        if bidding_starts is not UNSET:
            field_dict["bidding_starts"] = bidding_starts
        if board is not UNSET:
            field_dict["board"] = board
        if break_trump is not UNSET:
            field_dict["break_trump"] = break_trump
        if brink_points is not UNSET:
            field_dict["brink_points"] = brink_points
        if card_points is not UNSET:
            field_dict["card_points"] = card_points
        if challenge_points is not UNSET:
            field_dict["challenge_points"] = challenge_points
        if commitments_per_defender is not UNSET:
            field_dict["commitments_per_defender"] = commitments_per_defender
        if custom_contracts is not UNSET:
            field_dict["custom_contracts"] = custom_contracts
        if deal is not UNSET:
            field_dict["deal"] = deal
        if dealers_bonus is not UNSET:
            field_dict["dealers_bonus"] = dealers_bonus
        if first_hand_cards is not UNSET:
            field_dict["first_hand_cards"] = first_hand_cards
        if game_stake is not UNSET:
            field_dict["game_stake"] = game_stake
        if hands_planned is not UNSET:
            field_dict["hands_planned"] = hands_planned
        if hook is not UNSET:
            field_dict["hook"] = hook
        if idle_conditions is not UNSET:
            field_dict["idle_conditions"] = idle_conditions
        if last_hand_cards is not UNSET:
            field_dict["last_hand_cards"] = last_hand_cards
        if least_cards is not UNSET:
            field_dict["least_cards"] = least_cards
        if limit is not UNSET:
            field_dict["limit"] = limit
        if made_points is not UNSET:
            field_dict["made_points"] = made_points
        if marriages is not UNSET:
            field_dict["marriages"] = marriages
        if match_stack is not UNSET:
            field_dict["match_stack"] = match_stack
        if max_doubles is not UNSET:
            field_dict["max_doubles"] = max_doubles
        if missed is not UNSET:
            field_dict["missed"] = missed
        if missed_points is not UNSET:
            field_dict["missed_points"] = missed_points
        if most_cards is not UNSET:
            field_dict["most_cards"] = most_cards
        if odd_chips is not UNSET:
            field_dict["odd_chips"] = odd_chips
        if one_weakness_overbid is not UNSET:
            field_dict["one_weakness_overbid"] = one_weakness_overbid
        if open_hand_factor is not UNSET:
            field_dict["open_hand_factor"] = open_hand_factor
        if pot_at_end is not UNSET:
            field_dict["pot_at_end"] = pot_at_end
        if pot_at_start is not UNSET:
            field_dict["pot_at_start"] = pot_at_start
        if rank_points is not UNSET:
            field_dict["rank_points"] = rank_points
        if rates is not UNSET:
            field_dict["rates"] = rates
        if red_doubles is not UNSET:
            field_dict["red_doubles"] = red_doubles
        if shapeshift_copies is not UNSET:
            field_dict["shapeshift_copies"] = shapeshift_copies
        if silent is not UNSET:
            field_dict["silent"] = silent
        if sitting_out_pays is not UNSET:
            field_dict["sitting_out_pays"] = sitting_out_pays
        if slam is not UNSET:
            field_dict["slam"] = slam
        if strain_values is not UNSET:
            field_dict["strain_values"] = strain_values
        if tiebreak is not UNSET:
            field_dict["tiebreak"] = tiebreak
        if trick_points is not UNSET:
            field_dict["trick_points"] = trick_points
        if wagers is not UNSET:
            field_dict["wagers"] = wagers

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_custom_contract import BerzerkaCustomContract
        from ..models.house_rules_rates import HouseRulesRates
        from ..models.house_rules_strain_values import HouseRulesStrainValues

        d = dict(src_dict)
        _absolutely_sure_doubles = d.pop("absolutely_sure_doubles", UNSET)
        absolutely_sure_doubles: HouseRulesAbsolutelySureDoubles | Unset
        if isinstance(_absolutely_sure_doubles, Unset):
            absolutely_sure_doubles = UNSET
        else:
            absolutely_sure_doubles = HouseRulesAbsolutelySureDoubles(
                _absolutely_sure_doubles
            )

        ante = d.pop("ante", UNSET)

        _ante_each = d.pop("ante_each", UNSET)
        ante_each: HouseRulesAnteEach | Unset
        if isinstance(_ante_each, Unset):
            ante_each = UNSET
        else:
            ante_each = HouseRulesAnteEach(_ante_each)

        bid_breaks_ties = d.pop("bid_breaks_ties", UNSET)

        _bidding_starts = d.pop("bidding_starts", UNSET)
        bidding_starts: HouseRulesBiddingStarts | Unset
        if isinstance(_bidding_starts, Unset):
            bidding_starts = UNSET
        else:
            bidding_starts = HouseRulesBiddingStarts(_bidding_starts)

        board = cast(list[str], d.pop("board", UNSET))

        break_trump = d.pop("break_trump", UNSET)

        brink_points = d.pop("brink_points", UNSET)

        card_points = d.pop("card_points", UNSET)

        challenge_points = d.pop("challenge_points", UNSET)

        commitments_per_defender = d.pop("commitments_per_defender", UNSET)

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

        _deal = d.pop("deal", UNSET)
        deal: HouseRulesDeal | Unset
        if isinstance(_deal, Unset):
            deal = UNSET
        else:
            deal = HouseRulesDeal(_deal)

        dealers_bonus = d.pop("dealers_bonus", UNSET)

        first_hand_cards = d.pop("first_hand_cards", UNSET)

        game_stake = d.pop("game_stake", UNSET)

        def _parse_hands_planned(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        hands_planned = _parse_hands_planned(d.pop("hands_planned", UNSET))

        hook = d.pop("hook", UNSET)

        _idle_conditions = d.pop("idle_conditions", UNSET)
        idle_conditions: HouseRulesIdleConditions | Unset
        if isinstance(_idle_conditions, Unset):
            idle_conditions = UNSET
        else:
            idle_conditions = HouseRulesIdleConditions(_idle_conditions)

        last_hand_cards = d.pop("last_hand_cards", UNSET)

        least_cards = d.pop("least_cards", UNSET)

        def _parse_limit(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        limit = _parse_limit(d.pop("limit", UNSET))

        made_points = d.pop("made_points", UNSET)

        marriages = d.pop("marriages", UNSET)

        _match_stack = d.pop("match_stack", UNSET)
        match_stack: HouseRulesMatchStack | Unset
        if isinstance(_match_stack, Unset):
            match_stack = UNSET
        else:
            match_stack = HouseRulesMatchStack(_match_stack)

        max_doubles = d.pop("max_doubles", UNSET)

        _missed = d.pop("missed", UNSET)
        missed: HouseRulesMissed | Unset
        if isinstance(_missed, Unset):
            missed = UNSET
        else:
            missed = HouseRulesMissed(_missed)

        missed_points = d.pop("missed_points", UNSET)

        most_cards = d.pop("most_cards", UNSET)

        _odd_chips = d.pop("odd_chips", UNSET)
        odd_chips: HouseRulesOddChips | Unset
        if isinstance(_odd_chips, Unset):
            odd_chips = UNSET
        else:
            odd_chips = HouseRulesOddChips(_odd_chips)

        _one_weakness_overbid = d.pop("one_weakness_overbid", UNSET)
        one_weakness_overbid: HouseRulesOneWeaknessOverbid | Unset
        if isinstance(_one_weakness_overbid, Unset):
            one_weakness_overbid = UNSET
        else:
            one_weakness_overbid = HouseRulesOneWeaknessOverbid(_one_weakness_overbid)

        open_hand_factor = d.pop("open_hand_factor", UNSET)

        _pot_at_end = d.pop("pot_at_end", UNSET)
        pot_at_end: HouseRulesPotAtEnd | Unset
        if isinstance(_pot_at_end, Unset):
            pot_at_end = UNSET
        else:
            pot_at_end = HouseRulesPotAtEnd(_pot_at_end)

        pot_at_start = d.pop("pot_at_start", UNSET)

        rank_points = cast(list[int], d.pop("rank_points", UNSET))

        _rates = d.pop("rates", UNSET)
        rates: HouseRulesRates | Unset
        if isinstance(_rates, Unset):
            rates = UNSET
        else:
            rates = HouseRulesRates.from_dict(_rates)

        red_doubles = d.pop("red_doubles", UNSET)

        def _parse_shapeshift_copies(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        shapeshift_copies = _parse_shapeshift_copies(d.pop("shapeshift_copies", UNSET))

        silent = d.pop("silent", UNSET)

        sitting_out_pays = d.pop("sitting_out_pays", UNSET)

        _slam = d.pop("slam", UNSET)
        slam: HouseRulesSlam | Unset
        if isinstance(_slam, Unset):
            slam = UNSET
        else:
            slam = HouseRulesSlam(_slam)

        _strain_values = d.pop("strain_values", UNSET)
        strain_values: HouseRulesStrainValues | Unset
        if isinstance(_strain_values, Unset):
            strain_values = UNSET
        else:
            strain_values = HouseRulesStrainValues.from_dict(_strain_values)

        _tiebreak = d.pop("tiebreak", UNSET)
        tiebreak: HouseRulesTiebreak | Unset
        if isinstance(_tiebreak, Unset):
            tiebreak = UNSET
        else:
            tiebreak = HouseRulesTiebreak(_tiebreak)

        trick_points = d.pop("trick_points", UNSET)

        _wagers = d.pop("wagers", UNSET)
        wagers: HouseRulesWagers | Unset
        if isinstance(_wagers, Unset):
            wagers = UNSET
        else:
            wagers = HouseRulesWagers(_wagers)

        house_rules = cls(
            absolutely_sure_doubles=absolutely_sure_doubles,
            ante=ante,
            ante_each=ante_each,
            bid_breaks_ties=bid_breaks_ties,
            bidding_starts=bidding_starts,
            board=board,
            break_trump=break_trump,
            brink_points=brink_points,
            card_points=card_points,
            challenge_points=challenge_points,
            commitments_per_defender=commitments_per_defender,
            custom_contracts=custom_contracts,
            deal=deal,
            dealers_bonus=dealers_bonus,
            first_hand_cards=first_hand_cards,
            game_stake=game_stake,
            hands_planned=hands_planned,
            hook=hook,
            idle_conditions=idle_conditions,
            last_hand_cards=last_hand_cards,
            least_cards=least_cards,
            limit=limit,
            made_points=made_points,
            marriages=marriages,
            match_stack=match_stack,
            max_doubles=max_doubles,
            missed=missed,
            missed_points=missed_points,
            most_cards=most_cards,
            odd_chips=odd_chips,
            one_weakness_overbid=one_weakness_overbid,
            open_hand_factor=open_hand_factor,
            pot_at_end=pot_at_end,
            pot_at_start=pot_at_start,
            rank_points=rank_points,
            rates=rates,
            red_doubles=red_doubles,
            shapeshift_copies=shapeshift_copies,
            silent=silent,
            sitting_out_pays=sitting_out_pays,
            slam=slam,
            strain_values=strain_values,
            tiebreak=tiebreak,
            trick_points=trick_points,
            wagers=wagers,
        )

        return house_rules
