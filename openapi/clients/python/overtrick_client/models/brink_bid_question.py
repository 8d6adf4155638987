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

from ..models.brink_bid_question_question import BrinkBidQuestionQuestion
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.brink_bid_dice import BrinkBidDice
    from ..models.brink_bid_options import BrinkBidOptions
    from ..models.brink_bid_question_calls_item import BrinkBidQuestionCallsItem
    from ..models.brink_bid_unfinished import BrinkBidUnfinished
    from ..models.hands import Hands
    from ..models.played_card import PlayedCard
    from ..models.setting import Setting


T = TypeVar("T", bound="BrinkBidQuestion")


@_attrs_define
class BrinkBidQuestion:
    """A question: `auction` needs `cards_dealt`, `calls`; `trick` needs `cards`, `setting`; `play` needs `tricks`,
    `setting`; `pass` needs `dice`, `cards_dealt`; `finish` needs `hand`.

        Attributes:
            game (Literal['brink-bid']):
            players (list[str]):
            question (BrinkBidQuestionQuestion):
            calls (list[BrinkBidQuestionCallsItem] | Unset):
            cards (list[PlayedCard] | Unset):
            cards_dealt (int | Unset):
            dealer (str | Unset):
            dice (BrinkBidDice | Unset):
            hand (BrinkBidUnfinished | Unset):
            hand_number (int | Unset):
            hands (Hands | Unset): by player's name
            options (BrinkBidOptions | Unset):
            setting (Setting | Unset):
            trick (int | Unset):
            tricks (list[list[PlayedCard]] | Unset):
    """

    game: Literal["brink-bid"]
    players: list[str]
    question: BrinkBidQuestionQuestion
    calls: list[BrinkBidQuestionCallsItem] | Unset = UNSET
    cards: list[PlayedCard] | Unset = UNSET
    cards_dealt: int | Unset = UNSET
    dealer: str | Unset = UNSET
    dice: BrinkBidDice | Unset = UNSET
    hand: BrinkBidUnfinished | Unset = UNSET
    hand_number: int | Unset = UNSET
    hands: Hands | Unset = UNSET
    options: BrinkBidOptions | Unset = UNSET
    setting: Setting | Unset = UNSET
    trick: int | Unset = UNSET
    tricks: list[list[PlayedCard]] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        players = self.players

        question = self.question.value

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

        cards_dealt = self.cards_dealt

        dealer = self.dealer

        dice: dict[str, Any] | Unset = UNSET
        if not isinstance(self.dice, Unset):
            dice = self.dice.to_dict()

        hand: dict[str, Any] | Unset = UNSET
        if not isinstance(self.hand, Unset):
            hand = self.hand.to_dict()

        hand_number = self.hand_number

        hands: dict[str, Any] | Unset = UNSET
        if not isinstance(self.hands, Unset):
            hands = self.hands.to_dict()

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
        if calls is not UNSET:
            field_dict["calls"] = calls
        if cards is not UNSET:
            field_dict["cards"] = cards
        if cards_dealt is not UNSET:
            field_dict["cards_dealt"] = cards_dealt
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if dice is not UNSET:
            field_dict["dice"] = dice
        if hand is not UNSET:
            field_dict["hand"] = hand
        if hand_number is not UNSET:
            field_dict["hand_number"] = hand_number
        if hands is not UNSET:
            field_dict["hands"] = hands
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
        from ..models.brink_bid_dice import BrinkBidDice
        from ..models.brink_bid_options import BrinkBidOptions
        from ..models.brink_bid_question_calls_item import BrinkBidQuestionCallsItem
        from ..models.brink_bid_unfinished import BrinkBidUnfinished
        from ..models.hands import Hands
        from ..models.played_card import PlayedCard
        from ..models.setting import Setting

        d = dict(src_dict)
        game = cast(Literal["brink-bid"], d.pop("game"))
        if game != "brink-bid":
            raise ValueError(f"game must match const 'brink-bid', got '{game}'")

        players = cast(list[str], d.pop("players"))

        question = BrinkBidQuestionQuestion(d.pop("question"))

        _calls = d.pop("calls", UNSET)
        calls: list[BrinkBidQuestionCallsItem] | Unset = UNSET
        if _calls is not UNSET:
            calls = []
            for calls_item_data in _calls:
                calls_item = BrinkBidQuestionCallsItem.from_dict(calls_item_data)

                calls.append(calls_item)

        _cards = d.pop("cards", UNSET)
        cards: list[PlayedCard] | Unset = UNSET
        if _cards is not UNSET:
            cards = []
            for cards_item_data in _cards:
                cards_item = PlayedCard.from_dict(cards_item_data)

                cards.append(cards_item)

        cards_dealt = d.pop("cards_dealt", UNSET)

        dealer = d.pop("dealer", UNSET)

        _dice = d.pop("dice", UNSET)
        dice: BrinkBidDice | Unset
        if isinstance(_dice, Unset):
            dice = UNSET
        else:
            dice = BrinkBidDice.from_dict(_dice)

        _hand = d.pop("hand", UNSET)
        hand: BrinkBidUnfinished | Unset
        if isinstance(_hand, Unset):
            hand = UNSET
        else:
            hand = BrinkBidUnfinished.from_dict(_hand)

        hand_number = d.pop("hand_number", UNSET)

        _hands = d.pop("hands", UNSET)
        hands: Hands | Unset
        if isinstance(_hands, Unset):
            hands = UNSET
        else:
            hands = Hands.from_dict(_hands)

        _options = d.pop("options", UNSET)
        options: BrinkBidOptions | Unset
        if isinstance(_options, Unset):
            options = UNSET
        else:
            options = BrinkBidOptions.from_dict(_options)

        _setting = d.pop("setting", UNSET)
        setting: Setting | Unset
        if isinstance(_setting, Unset):
            setting = UNSET
        else:
            setting = Setting.from_dict(_setting)

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

        brink_bid_question = cls(
            game=game,
            players=players,
            question=question,
            calls=calls,
            cards=cards,
            cards_dealt=cards_dealt,
            dealer=dealer,
            dice=dice,
            hand=hand,
            hand_number=hand_number,
            hands=hands,
            options=options,
            setting=setting,
            trick=trick,
            tricks=tricks,
        )

        return brink_bid_question
