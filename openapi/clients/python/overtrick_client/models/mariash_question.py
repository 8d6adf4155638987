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

from ..models.mariash_game_type import MariashGameType
from ..models.mariash_question_question import MariashQuestionQuestion
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.hands import Hands
    from ..models.mariash_call import MariashCall
    from ..models.mariash_options import MariashOptions
    from ..models.mariash_question_setting import MariashQuestionSetting
    from ..models.mariash_unfinished import MariashUnfinished
    from ..models.played_card import PlayedCard


T = TypeVar("T", bound="MariashQuestion")


@_attrs_define
class MariashQuestion:
    """A question: `auction` needs `declarer`, `calls`; `discard` needs `holding`, `aside`, `setting`; `trick` needs
    `cards`, `setting`; `play` needs `tricks`, `setting`; `finish` needs `hand`.

        Attributes:
            game (Literal['mariash']):
            players (list[str]):
            question (MariashQuestionQuestion):
            aside (list[str] | Unset):
            calls (list[MariashCall] | Unset):
            cards (list[PlayedCard] | Unset):
            dealer (str | Unset):
            declarer (str | Unset): a player's name
            game_type (MariashGameType | Unset):
            hand (MariashUnfinished | Unset):
            hand_number (int | Unset):
            hands (Hands | Unset): by player's name
            holding (list[str] | Unset):
            options (MariashOptions | Unset):
            setting (MariashQuestionSetting | Unset):
            trick (int | Unset):
            tricks (list[list[PlayedCard]] | Unset):
    """

    game: Literal["mariash"]
    players: list[str]
    question: MariashQuestionQuestion
    aside: list[str] | Unset = UNSET
    calls: list[MariashCall] | Unset = UNSET
    cards: list[PlayedCard] | Unset = UNSET
    dealer: str | Unset = UNSET
    declarer: str | Unset = UNSET
    game_type: MariashGameType | Unset = UNSET
    hand: MariashUnfinished | Unset = UNSET
    hand_number: int | Unset = UNSET
    hands: Hands | Unset = UNSET
    holding: list[str] | Unset = UNSET
    options: MariashOptions | Unset = UNSET
    setting: MariashQuestionSetting | Unset = UNSET
    trick: int | Unset = UNSET
    tricks: list[list[PlayedCard]] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        players = self.players

        question = self.question.value

        aside: list[str] | Unset = UNSET
        if not isinstance(self.aside, Unset):
            aside = self.aside

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

        dealer = self.dealer

        declarer = self.declarer

        game_type: str | Unset = UNSET
        if not isinstance(self.game_type, Unset):
            game_type = self.game_type.value

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
        if calls is not UNSET:
            field_dict["calls"] = calls
        if cards is not UNSET:
            field_dict["cards"] = cards
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if declarer is not UNSET:
            field_dict["declarer"] = declarer
        if game_type is not UNSET:
            field_dict["game_type"] = game_type
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
        from ..models.hands import Hands
        from ..models.mariash_call import MariashCall
        from ..models.mariash_options import MariashOptions
        from ..models.mariash_question_setting import MariashQuestionSetting
        from ..models.mariash_unfinished import MariashUnfinished
        from ..models.played_card import PlayedCard

        d = dict(src_dict)
        game = cast(Literal["mariash"], d.pop("game"))
        if game != "mariash":
            raise ValueError(f"game must match const 'mariash', got '{game}'")

        players = cast(list[str], d.pop("players"))

        question = MariashQuestionQuestion(d.pop("question"))

        aside = cast(list[str], d.pop("aside", UNSET))

        _calls = d.pop("calls", UNSET)
        calls: list[MariashCall] | Unset = UNSET
        if _calls is not UNSET:
            calls = []
            for calls_item_data in _calls:
                calls_item = MariashCall.from_dict(calls_item_data)

                calls.append(calls_item)

        _cards = d.pop("cards", UNSET)
        cards: list[PlayedCard] | Unset = UNSET
        if _cards is not UNSET:
            cards = []
            for cards_item_data in _cards:
                cards_item = PlayedCard.from_dict(cards_item_data)

                cards.append(cards_item)

        dealer = d.pop("dealer", UNSET)

        declarer = d.pop("declarer", UNSET)

        _game_type = d.pop("game_type", UNSET)
        game_type: MariashGameType | Unset
        if isinstance(_game_type, Unset):
            game_type = UNSET
        else:
            game_type = MariashGameType(_game_type)

        _hand = d.pop("hand", UNSET)
        hand: MariashUnfinished | Unset
        if isinstance(_hand, Unset):
            hand = UNSET
        else:
            hand = MariashUnfinished.from_dict(_hand)

        hand_number = d.pop("hand_number", UNSET)

        _hands = d.pop("hands", UNSET)
        hands: Hands | Unset
        if isinstance(_hands, Unset):
            hands = UNSET
        else:
            hands = Hands.from_dict(_hands)

        holding = cast(list[str], d.pop("holding", UNSET))

        _options = d.pop("options", UNSET)
        options: MariashOptions | Unset
        if isinstance(_options, Unset):
            options = UNSET
        else:
            options = MariashOptions.from_dict(_options)

        _setting = d.pop("setting", UNSET)
        setting: MariashQuestionSetting | Unset
        if isinstance(_setting, Unset):
            setting = UNSET
        else:
            setting = MariashQuestionSetting.from_dict(_setting)

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

        mariash_question = cls(
            game=game,
            players=players,
            question=question,
            aside=aside,
            calls=calls,
            cards=cards,
            dealer=dealer,
            declarer=declarer,
            game_type=game_type,
            hand=hand,
            hand_number=hand_number,
            hands=hands,
            holding=holding,
            options=options,
            setting=setting,
            trick=trick,
            tricks=tricks,
        )

        return mariash_question
