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

from ..models.question_word import QuestionWord
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.berzerka_auction import BerzerkaAuction
    from ..models.berzerka_options import BerzerkaOptions
    from ..models.berzerka_question_played import BerzerkaQuestionPlayed
    from ..models.berzerka_question_setting import BerzerkaQuestionSetting
    from ..models.berzerka_unfinished import BerzerkaUnfinished
    from ..models.hands import Hands
    from ..models.played_card import PlayedCard
    from ..models.tricks import Tricks


T = TypeVar("T", bound="BerzerkaQuestion")


@_attrs_define
class BerzerkaQuestion:
    """A question: `auction` needs `calls`; `trick` needs `cards`, `setting`; `play` needs `tricks`, `setting`; `discard`
    needs `counts`, `setting`; `finish` needs `hand`.

        Attributes:
            game (Literal['berzerka']):
            players (list[str]):
            question (QuestionWord):
            calls (list[BerzerkaAuction] | Unset):
            cards (list[PlayedCard] | Unset):
            counts (Tricks | Unset): by player's name
            dealer (str | Unset):
            hand (BerzerkaUnfinished | Unset):
            hand_number (int | Unset):
            hands (Hands | Unset): by player's name
            options (BerzerkaOptions | Unset):
            played (BerzerkaQuestionPlayed | Unset): by player's name
            setting (BerzerkaQuestionSetting | Unset):
            trick (int | Unset):
            tricks (list[list[PlayedCard]] | Unset):
    """

    game: Literal["berzerka"]
    players: list[str]
    question: QuestionWord
    calls: list[BerzerkaAuction] | Unset = UNSET
    cards: list[PlayedCard] | Unset = UNSET
    counts: Tricks | Unset = UNSET
    dealer: str | Unset = UNSET
    hand: BerzerkaUnfinished | Unset = UNSET
    hand_number: int | Unset = UNSET
    hands: Hands | Unset = UNSET
    options: BerzerkaOptions | Unset = UNSET
    played: BerzerkaQuestionPlayed | Unset = UNSET
    setting: BerzerkaQuestionSetting | Unset = UNSET
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

        counts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.counts, Unset):
            counts = self.counts.to_dict()

        dealer = self.dealer

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

        played: dict[str, Any] | Unset = UNSET
        if not isinstance(self.played, Unset):
            played = self.played.to_dict()

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
        if counts is not UNSET:
            field_dict["counts"] = counts
        if dealer is not UNSET:
            field_dict["dealer"] = dealer
        if hand is not UNSET:
            field_dict["hand"] = hand
        if hand_number is not UNSET:
            field_dict["hand_number"] = hand_number
        if hands is not UNSET:
            field_dict["hands"] = hands
        if options is not UNSET:
            field_dict["options"] = options
        if played is not UNSET:
            field_dict["played"] = played
        if setting is not UNSET:
            field_dict["setting"] = setting
        if trick is not UNSET:
            field_dict["trick"] = trick
        if tricks is not UNSET:
            field_dict["tricks"] = tricks

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_auction import BerzerkaAuction
        from ..models.berzerka_options import BerzerkaOptions
        from ..models.berzerka_question_played import BerzerkaQuestionPlayed
        from ..models.berzerka_question_setting import BerzerkaQuestionSetting
        from ..models.berzerka_unfinished import BerzerkaUnfinished
        from ..models.hands import Hands
        from ..models.played_card import PlayedCard
        from ..models.tricks import Tricks

        d = dict(src_dict)
        game = cast(Literal["berzerka"], d.pop("game"))
        if game != "berzerka":
            raise ValueError(f"game must match const 'berzerka', got '{game}'")

        players = cast(list[str], d.pop("players"))

        question = QuestionWord(d.pop("question"))

        _calls = d.pop("calls", UNSET)
        calls: list[BerzerkaAuction] | Unset = UNSET
        if _calls is not UNSET:
            calls = []
            for calls_item_data in _calls:
                calls_item = BerzerkaAuction.from_dict(calls_item_data)

                calls.append(calls_item)

        _cards = d.pop("cards", UNSET)
        cards: list[PlayedCard] | Unset = UNSET
        if _cards is not UNSET:
            cards = []
            for cards_item_data in _cards:
                cards_item = PlayedCard.from_dict(cards_item_data)

                cards.append(cards_item)

        _counts = d.pop("counts", UNSET)
        counts: Tricks | Unset
        if isinstance(_counts, Unset):
            counts = UNSET
        else:
            counts = Tricks.from_dict(_counts)

        dealer = d.pop("dealer", UNSET)

        _hand = d.pop("hand", UNSET)
        hand: BerzerkaUnfinished | Unset
        if isinstance(_hand, Unset):
            hand = UNSET
        else:
            hand = BerzerkaUnfinished.from_dict(_hand)

        hand_number = d.pop("hand_number", UNSET)

        _hands = d.pop("hands", UNSET)
        hands: Hands | Unset
        if isinstance(_hands, Unset):
            hands = UNSET
        else:
            hands = Hands.from_dict(_hands)

        _options = d.pop("options", UNSET)
        options: BerzerkaOptions | Unset
        if isinstance(_options, Unset):
            options = UNSET
        else:
            options = BerzerkaOptions.from_dict(_options)

        _played = d.pop("played", UNSET)
        played: BerzerkaQuestionPlayed | Unset
        if isinstance(_played, Unset):
            played = UNSET
        else:
            played = BerzerkaQuestionPlayed.from_dict(_played)

        _setting = d.pop("setting", UNSET)
        setting: BerzerkaQuestionSetting | Unset
        if isinstance(_setting, Unset):
            setting = UNSET
        else:
            setting = BerzerkaQuestionSetting.from_dict(_setting)

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

        berzerka_question = cls(
            game=game,
            players=players,
            question=question,
            calls=calls,
            cards=cards,
            counts=counts,
            dealer=dealer,
            hand=hand,
            hand_number=hand_number,
            hands=hands,
            options=options,
            played=played,
            setting=setting,
            trick=trick,
            tricks=tricks,
        )

        return berzerka_question
