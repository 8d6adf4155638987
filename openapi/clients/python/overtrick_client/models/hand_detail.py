from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.side import Side
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.hand_detail_commitments_item import HandDetailCommitmentsItem
    from ..models.parts import Parts


T = TypeVar("T", bound="HandDetail")


@_attrs_define
class HandDetail:
    """A game's own results of a hand; see the page of its rules

    Attributes:
        cards (int | Unset):
        commitments (list[HandDetailCommitmentsItem] | Unset):
        game_winner (None | Side | Unset):
        made (bool | Unset):
        needed (int | Unset):
        parts (Parts | Unset):
        pot (int | Unset):
        value (int | Unset):
    """

    cards: int | Unset = UNSET
    commitments: list[HandDetailCommitmentsItem] | Unset = UNSET
    game_winner: None | Side | Unset = UNSET
    made: bool | Unset = UNSET
    needed: int | Unset = UNSET
    parts: Parts | Unset = UNSET
    pot: int | Unset = UNSET
    value: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        cards = self.cards

        commitments: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.commitments, Unset):
            commitments = []
            for commitments_item_data in self.commitments:
                commitments_item = commitments_item_data.to_dict()
                commitments.append(commitments_item)

        game_winner: None | str | Unset
        if isinstance(self.game_winner, Unset):
            game_winner = UNSET
        elif isinstance(self.game_winner, Side):
            game_winner = self.game_winner.value
        else:
            game_winner = self.game_winner

        made = self.made

        needed = self.needed

        parts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.parts, Unset):
            parts = self.parts.to_dict()

        pot = self.pot

        value = self.value

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if cards is not UNSET:
            field_dict["cards"] = cards
        if commitments is not UNSET:
            field_dict["commitments"] = commitments
        if game_winner is not UNSET:
            field_dict["game_winner"] = game_winner
        if made is not UNSET:
            field_dict["made"] = made
        if needed is not UNSET:
            field_dict["needed"] = needed
        if parts is not UNSET:
            field_dict["parts"] = parts
        if pot is not UNSET:
            field_dict["pot"] = pot
        if value is not UNSET:
            field_dict["value"] = value

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.hand_detail_commitments_item import HandDetailCommitmentsItem
        from ..models.parts import Parts

        d = dict(src_dict)
        cards = d.pop("cards", UNSET)

        _commitments = d.pop("commitments", UNSET)
        commitments: list[HandDetailCommitmentsItem] | Unset = UNSET
        if _commitments is not UNSET:
            commitments = []
            for commitments_item_data in _commitments:
                commitments_item = HandDetailCommitmentsItem.from_dict(
                    commitments_item_data
                )

                commitments.append(commitments_item)

        def _parse_game_winner(data: object) -> None | Side | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                game_winner_type_0 = Side(data)

                return game_winner_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Side | Unset, data)

        game_winner = _parse_game_winner(d.pop("game_winner", UNSET))

        made = d.pop("made", UNSET)

        needed = d.pop("needed", UNSET)

        _parts = d.pop("parts", UNSET)
        parts: Parts | Unset
        if isinstance(_parts, Unset):
            parts = UNSET
        else:
            parts = Parts.from_dict(_parts)

        pot = d.pop("pot", UNSET)

        value = d.pop("value", UNSET)

        hand_detail = cls(
            cards=cards,
            commitments=commitments,
            game_winner=game_winner,
            made=made,
            needed=needed,
            parts=parts,
            pot=pot,
            value=value,
        )

        return hand_detail
