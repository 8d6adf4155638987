from __future__ import annotations

from collections.abc import Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)

from attrs import define as _attrs_define

from ..models.contractor_question_question import ContractorQuestionQuestion
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.contractor_auction import ContractorAuction
    from ..models.contractor_call import ContractorCall
    from ..models.contractor_options import ContractorOptions
    from ..models.contractor_question_setting import ContractorQuestionSetting
    from ..models.contractor_unfinished import ContractorUnfinished
    from ..models.hands import Hands
    from ..models.played_card import PlayedCard


T = TypeVar("T", bound="ContractorQuestion")


@_attrs_define
class ContractorQuestion:
    """A question: `auction` needs `calls`; `trick` needs `cards`, `setting`; `play` needs `tricks`, `setting`; `discard`
    needs `holding`, `aside`, `setting`; `value` needs `by`; `finish` needs `hand`.

        Attributes:
            game (Literal['contractor']):
            players (list[str]):
            question (ContractorQuestionQuestion):
            aside (list[str] | Unset):
            beat (int | Unset):
            by (str | Unset): a player's name
            calls (list[ContractorAuction] | Unset):
            cards (list[PlayedCard] | Unset):
            contract (ContractorCall | Unset):
            dealer (str | Unset):
            hand (ContractorUnfinished | Unset):
            hand_number (int | Unset):
            hands (Hands | Unset): by player's name
            holding (list[str] | Unset):
            options (ContractorOptions | Unset):
            setting (ContractorQuestionSetting | Unset):
            trick (int | Unset):
            tricks (list[list[PlayedCard]] | Unset):
    """

    game: Literal["contractor"]
    players: list[str]
    question: ContractorQuestionQuestion
    aside: list[str] | Unset = UNSET
    beat: int | Unset = UNSET
    by: str | Unset = UNSET
    calls: list[ContractorAuction] | Unset = UNSET
    cards: list[PlayedCard] | Unset = UNSET
    contract: ContractorCall | Unset = UNSET
    dealer: str | Unset = UNSET
    hand: ContractorUnfinished | Unset = UNSET
    hand_number: int | Unset = UNSET
    hands: Hands | Unset = UNSET
    holding: list[str] | Unset = UNSET
    options: ContractorOptions | Unset = UNSET
    setting: ContractorQuestionSetting | Unset = UNSET
    trick: int | Unset = UNSET
    tricks: list[list[PlayedCard]] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        players = self.players

        question = self.question.value

        aside: list[str] | Unset = UNSET
        if not isinstance(self.aside, Unset):
            aside = self.aside

        beat = self.beat

        by = self.by

        calls: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.calls, Unset):
            calls = []
            for calls_item_data in self.calls:
                calls_item = calls_item_data.to_dict()
                calls.append(calls_item)

        cards: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.cards, Unset):
            cards = []
            for cards_item_data in self.cards:
                cards_item = cards_item_data.to_dict()
                cards.append(cards_item)

        contract: dict[str, Any] | Unset = UNSET
        if not isinstance(self.contract, Unset):
            contract = self.contract.to_dict()

        dealer = self.dealer

        hand: dict[str, Any] | Unset = UNSET
        if not isinstance(self.hand, Unset):
            hand = self.hand.to_dict()

        hand_number = self.hand_number

        hands: dict[str, Any] | Unset = UNSET
        if not isinstance(self.hands, Unset):
            hands = self.hands.to_dict()

        holding: list[str] | Unset = UNSET
        if not isinstance(self.holding, Unset):
            holding = self.holding

        options: dict[str, Any] | Unset = UNSET
        if not isinstance(self.options, Unset):
            options = self.options.to_dict()

        setting: dict[str, Any] | Unset = UNSET
        if not isinstance(self.setting, Unset):
            setting = self.setting.to_dict()

        trick = self.trick

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

        field_dict.update(
            {
                "game": game,
                "players": players,
                "question": question,
            }
        )
        if aside is not UNSET:
            field_dict["aside"] = aside
        if beat is not UNSET:
            field_dict["beat"] = beat
        if by is not UNSET:
            field_dict["by"] = by
        if calls is not UNSET:
            field_dict["calls"] = calls
        if cards is not UNSET:
            field_dict["cards"] = cards
        if contract is not UNSET:
            field_dict["contract"] = contract
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if hand is not UNSET:
            field_dict["hand"] = hand
        if hand_number is not UNSET:
            field_dict["hand_number"] = hand_number
        if hands is not UNSET:
            field_dict["hands"] = hands
        if holding is not UNSET:
            field_dict["holding"] = holding
        if options is not UNSET:
            field_dict["options"] = options
        if setting is not UNSET:
            field_dict["setting"] = setting
        if trick is not UNSET:
            field_dict["trick"] = trick
        if tricks is not UNSET:
            field_dict["tricks"] = tricks

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.contractor_auction import ContractorAuction
        from ..models.contractor_call import ContractorCall
        from ..models.contractor_options import ContractorOptions
        from ..models.contractor_question_setting import ContractorQuestionSetting
        from ..models.contractor_unfinished import ContractorUnfinished
        from ..models.hands import Hands
        from ..models.played_card import PlayedCard

        d = dict(src_dict)
        game = cast(Literal["contractor"], d.pop("game"))
        if game != "contractor":
            raise ValueError(f"game must match const 'contractor', got '{game}'")

        players = cast(list[str], d.pop("players"))

        question = ContractorQuestionQuestion(d.pop("question"))

        aside = cast(list[str], d.pop("aside", UNSET))

        beat = d.pop("beat", UNSET)

        by = d.pop("by", UNSET)

        _calls = d.pop("calls", UNSET)
        calls: list[ContractorAuction] | Unset = UNSET
        if _calls is not UNSET:
            calls = []
            for calls_item_data in _calls:
                calls_item = ContractorAuction.from_dict(calls_item_data)

                calls.append(calls_item)

        _cards = d.pop("cards", UNSET)
        cards: list[PlayedCard] | Unset = UNSET
        if _cards is not UNSET:
            cards = []
            for cards_item_data in _cards:
                cards_item = PlayedCard.from_dict(cards_item_data)

                cards.append(cards_item)

        _contract = d.pop("contract", UNSET)
        contract: ContractorCall | Unset
        if isinstance(_contract, Unset):
            contract = UNSET
        else:
            contract = ContractorCall.from_dict(_contract)

        dealer = d.pop("dealer", UNSET)

        _hand = d.pop("hand", UNSET)
        hand: ContractorUnfinished | Unset
        if isinstance(_hand, Unset):
            hand = UNSET
        else:
            hand = ContractorUnfinished.from_dict(_hand)

        hand_number = d.pop("hand_number", UNSET)

        _hands = d.pop("hands", UNSET)
        hands: Hands | Unset
        if isinstance(_hands, Unset):
            hands = UNSET
        else:
            hands = Hands.from_dict(_hands)

        holding = cast(list[str], d.pop("holding", UNSET))

        _options = d.pop("options", UNSET)
        options: ContractorOptions | Unset
        if isinstance(_options, Unset):
            options = UNSET
        else:
            options = ContractorOptions.from_dict(_options)

        _setting = d.pop("setting", UNSET)
        setting: ContractorQuestionSetting | Unset
        if isinstance(_setting, Unset):
            setting = UNSET
        else:
            setting = ContractorQuestionSetting.from_dict(_setting)

        trick = d.pop("trick", UNSET)

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

        contractor_question = cls(
            game=game,
            players=players,
            question=question,
            aside=aside,
            beat=beat,
            by=by,
            calls=calls,
            cards=cards,
            contract=contract,
            dealer=dealer,
            hand=hand,
            hand_number=hand_number,
            hands=hands,
            holding=holding,
            options=options,
            setting=setting,
            trick=trick,
            tricks=tricks,
        )

        return contractor_question
