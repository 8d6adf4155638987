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

from ..models.oh_hell_question_question import OhHellQuestionQuestion
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.hands import Hands
    from ..models.oh_hell_auction import OhHellAuction
    from ..models.oh_hell_options import OhHellOptions
    from ..models.oh_hell_unfinished import OhHellUnfinished
    from ..models.played_card import PlayedCard
    from ..models.setting import Setting


T = TypeVar("T", bound="OhHellQuestion")


@_attrs_define
class OhHellQuestion:
    """A question: `auction` needs `cards_dealt`, `calls`; `trick` needs `cards`, `setting`; `play` needs `tricks`,
    `setting`; `finish` needs `hand`.

        Attributes:
            game (Literal['oh-hell']):
            players (list[str]):
            question (OhHellQuestionQuestion):
            calls (list[OhHellAuction] | Unset):
            cards (list[PlayedCard] | Unset):
            cards_dealt (int | Unset):
            dealer (str | Unset):
            hand (OhHellUnfinished | Unset):
            hand_number (int | Unset):
            hands (Hands | Unset): by player's name
            options (OhHellOptions | Unset):
            setting (Setting | Unset):
            trick (int | Unset):
            tricks (list[list[PlayedCard]] | Unset):
    """

    game: Literal["oh-hell"]
    players: list[str]
    question: OhHellQuestionQuestion
    calls: list[OhHellAuction] | Unset = UNSET
    cards: list[PlayedCard] | Unset = UNSET
    cards_dealt: int | Unset = UNSET
    dealer: str | Unset = UNSET
    hand: OhHellUnfinished | Unset = UNSET
    hand_number: int | Unset = UNSET
    hands: Hands | Unset = UNSET
    options: OhHellOptions | Unset = UNSET
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
        from ..models.hands import Hands
        from ..models.oh_hell_auction import OhHellAuction
        from ..models.oh_hell_options import OhHellOptions
        from ..models.oh_hell_unfinished import OhHellUnfinished
        from ..models.played_card import PlayedCard
        from ..models.setting import Setting

        d = dict(src_dict)
        game = cast(Literal["oh-hell"], d.pop("game"))
        if game != "oh-hell":
            raise ValueError(f"game must match const 'oh-hell', got '{game}'")

        players = cast(list[str], d.pop("players"))

        question = OhHellQuestionQuestion(d.pop("question"))

        _calls = d.pop("calls", UNSET)
        calls: list[OhHellAuction] | Unset = UNSET
        if _calls is not UNSET:
            calls = []
            for calls_item_data in _calls:
                calls_item = OhHellAuction.from_dict(calls_item_data)

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

        _hand = d.pop("hand", UNSET)
        hand: OhHellUnfinished | Unset
        if isinstance(_hand, Unset):
            hand = UNSET
        else:
            hand = OhHellUnfinished.from_dict(_hand)

        hand_number = d.pop("hand_number", UNSET)

        _hands = d.pop("hands", UNSET)
        hands: Hands | Unset
        if isinstance(_hands, Unset):
            hands = UNSET
        else:
            hands = Hands.from_dict(_hands)

        _options = d.pop("options", UNSET)
        options: OhHellOptions | Unset
        if isinstance(_options, Unset):
            options = UNSET
        else:
            options = OhHellOptions.from_dict(_options)

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

        oh_hell_question = cls(
            game=game,
            players=players,
            question=question,
            calls=calls,
            cards=cards,
            cards_dealt=cards_dealt,
            dealer=dealer,
            hand=hand,
            hand_number=hand_number,
            hands=hands,
            options=options,
            setting=setting,
            trick=trick,
            tricks=tricks,
        )

        return oh_hell_question
