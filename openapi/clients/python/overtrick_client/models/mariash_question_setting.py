from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.mariash_game_type import MariashGameType
from ..models.suit import Suit
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.mariash_commitment import MariashCommitment


T = TypeVar("T", bound="MariashQuestionSetting")


@_attrs_define
class MariashQuestionSetting:
    """
    Attributes:
        declarer (str): a player's name
        commitments (list[MariashCommitment] | Unset):
        game_type (MariashGameType | Unset):
        talon (list[str] | Unset):
        trump (Suit | Unset):
    """

    declarer: str
    commitments: list[MariashCommitment] | Unset = UNSET
    game_type: MariashGameType | Unset = UNSET
    talon: list[str] | Unset = UNSET
    trump: Suit | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        declarer = self.declarer

        commitments: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.commitments, Unset):
            commitments = []
            for commitments_item_data in self.commitments:
                commitments_item = commitments_item_data.to_dict()
                commitments.append(commitments_item)

        game_type: str | Unset = UNSET
        if not isinstance(self.game_type, Unset):
            game_type = self.game_type.value

        talon: list[str] | Unset = UNSET
        if not isinstance(self.talon, Unset):
            talon = self.talon

        trump: str | Unset = UNSET
        if not isinstance(self.trump, Unset):
            trump = self.trump.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "declarer": declarer,
            }
        )
        if commitments is not UNSET:
            field_dict["commitments"] = commitments
        if game_type is not UNSET:
            field_dict["game_type"] = game_type
        if talon is not UNSET:
            field_dict["talon"] = talon
        if trump is not UNSET:
            field_dict["trump"] = trump

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.mariash_commitment import MariashCommitment

        d = dict(src_dict)
        declarer = d.pop("declarer")

        _commitments = d.pop("commitments", UNSET)
        commitments: list[MariashCommitment] | Unset = UNSET
        if _commitments is not UNSET:
            commitments = []
            for commitments_item_data in _commitments:
                commitments_item = MariashCommitment.from_dict(commitments_item_data)

                commitments.append(commitments_item)

        _game_type = d.pop("game_type", UNSET)
        game_type: MariashGameType | Unset
        if isinstance(_game_type, Unset):
            game_type = UNSET
        else:
            game_type = MariashGameType(_game_type)

        talon = cast(list[str], d.pop("talon", UNSET))

        _trump = d.pop("trump", UNSET)
        trump: Suit | Unset
        if isinstance(_trump, Unset):
            trump = UNSET
        else:
            trump = Suit(_trump)

        mariash_question_setting = cls(
            declarer=declarer,
            commitments=commitments,
            game_type=game_type,
            talon=talon,
            trump=trump,
        )

        return mariash_question_setting
