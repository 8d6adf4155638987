from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Draw")


@_attrs_define
class Draw:
    """Players in a random order.

    Attributes:
        dealer (str): The first of the order.
        order (list[str]): All players.
        random (bool):
        text (str): The result in a sentence.
    """

    dealer: str
    order: list[str]
    random: bool
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        dealer = self.dealer

        order = self.order

        random = self.random

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dealer": dealer,
                "order": order,
                "random": random,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        dealer = d.pop("dealer")

        order = cast(list[str], d.pop("order"))

        random = d.pop("random")

        text = d.pop("text")

        draw = cls(
            dealer=dealer,
            order=order,
            random=random,
            text=text,
        )

        draw.additional_properties = d
        return draw

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
