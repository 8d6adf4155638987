from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.line_args import LineArgs


T = TypeVar("T", bound="Line")


@_attrs_define
class Line:
    """One step of a derivation.

    Attributes:
        args (LineArgs): The arguments of the sentence.
        player (str): The player who gets the points.
        points (float):
        rule (str): The id of the clause.
        text (str): The sentence.
    """

    args: LineArgs
    player: str
    points: float
    rule: str
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        args = self.args.to_dict()

        player = self.player

        points = self.points

        rule = self.rule

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "args": args,
                "player": player,
                "points": points,
                "rule": rule,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.line_args import LineArgs

        d = dict(src_dict)
        args = LineArgs.from_dict(d.pop("args"))

        player = d.pop("player")

        points = d.pop("points")

        rule = d.pop("rule")

        text = d.pop("text")

        line = cls(
            args=args,
            player=player,
            points=points,
            rule=rule,
            text=text,
        )

        line.additional_properties = d
        return line

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
