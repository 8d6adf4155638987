from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.proven_by import ProvenBy
    from ..models.ruling_args import RulingArgs


T = TypeVar("T", bound="Ruling")


@_attrs_define
class Ruling:
    """The ruling on one call or card.

    Attributes:
        index (int): The index of the call or of the card in its trick, from 0.
        legal (bool): Whether it was legal.
        args (RulingArgs | Unset): The arguments of the sentence.
        could_play (list[str] | Unset): The cards that could have been played.
        proven_by (ProvenBy | Unset): A later card that proves a revoke.
        rule (str | Unset): The id of the clause that it breaks.
        text (str | Unset): The sentence.
        trick (int | Unset): For a card, the number of its trick, from 1.
    """

    index: int
    legal: bool
    args: RulingArgs | Unset = UNSET
    could_play: list[str] | Unset = UNSET
    proven_by: ProvenBy | Unset = UNSET
    rule: str | Unset = UNSET
    text: str | Unset = UNSET
    trick: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        index = self.index

        legal = self.legal

        args: dict[str, Any] | Unset = UNSET
        if not isinstance(self.args, Unset):
            args = self.args.to_dict()

        could_play: list[str] | Unset = UNSET
        if not isinstance(self.could_play, Unset):
            could_play = self.could_play

        proven_by: dict[str, Any] | Unset = UNSET
        if not isinstance(self.proven_by, Unset):
            proven_by = self.proven_by.to_dict()

        rule = self.rule

        text = self.text

        trick = self.trick

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "index": index,
                "legal": legal,
            }
        )
        if args is not UNSET:
            field_dict["args"] = args
        if could_play is not UNSET:
            field_dict["could_play"] = could_play
        if proven_by is not UNSET:
            field_dict["proven_by"] = proven_by
        if rule is not UNSET:
            field_dict["rule"] = rule
        if text is not UNSET:
            field_dict["text"] = text
        if trick is not UNSET:
            field_dict["trick"] = trick

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.proven_by import ProvenBy
        from ..models.ruling_args import RulingArgs

        d = dict(src_dict)
        index = d.pop("index")

        legal = d.pop("legal")

        _args = d.pop("args", UNSET)
        args: RulingArgs | Unset
        if isinstance(_args, Unset):
            args = UNSET
        else:
            args = RulingArgs.from_dict(_args)

        could_play = cast(list[str], d.pop("could_play", UNSET))

        _proven_by = d.pop("proven_by", UNSET)
        proven_by: ProvenBy | Unset
        if isinstance(_proven_by, Unset):
            proven_by = UNSET
        else:
            proven_by = ProvenBy.from_dict(_proven_by)

        rule = d.pop("rule", UNSET)

        text = d.pop("text", UNSET)

        trick = d.pop("trick", UNSET)

        ruling = cls(
            index=index,
            legal=legal,
            args=args,
            could_play=could_play,
            proven_by=proven_by,
            rule=rule,
            text=text,
            trick=trick,
        )

        ruling.additional_properties = d
        return ruling

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
