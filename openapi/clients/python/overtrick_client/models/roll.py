from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.dice import Dice


T = TypeVar("T", bound="Roll")


@_attrs_define
class Roll:
    """Dice that were rolled.

    Attributes:
        dice (Dice): The dice of a hand, as its record has them
        game (str): The game whose dice they are.
        random (bool):
        text (str): The result in a sentence.
    """

    dice: Dice
    game: str
    random: bool
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        dice = self.dice.to_dict()

        game = self.game

        random = self.random

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dice": dice,
                "game": game,
                "random": random,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.dice import Dice

        d = dict(src_dict)
        dice = Dice.from_dict(d.pop("dice"))

        game = d.pop("game")

        random = d.pop("random")

        text = d.pop("text")

        roll = cls(
            dice=dice,
            game=game,
            random=random,
            text=text,
        )

        roll.additional_properties = d
        return roll

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
