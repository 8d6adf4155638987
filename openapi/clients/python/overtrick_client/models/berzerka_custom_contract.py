from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.berzerka_ask import BerzerkaAsk
from ..models.berzerka_record_word import BerzerkaRecordWord
from ..types import UNSET, Unset

T = TypeVar("T", bound="BerzerkaCustomContract")


@_attrs_define
class BerzerkaCustomContract:
    """
    Attributes:
        id (str):
        name (str):
        record (BerzerkaRecordWord):
        starts_at (int):
        step (int):
        asks (list[BerzerkaAsk] | Unset):
        target (int | None | Unset):
    """

    id: str
    name: str
    record: BerzerkaRecordWord
    starts_at: int
    step: int
    asks: list[BerzerkaAsk] | Unset = UNSET
    target: int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        record = self.record.value

        starts_at = self.starts_at

        step = self.step

        asks: list[str] | Unset = UNSET
        if not isinstance(self.asks, Unset):
            asks = []
            for asks_item_data in self.asks:
                asks_item = asks_item_data.value
                asks.append(asks_item)

        target: int | None | Unset
        if isinstance(self.target, Unset):
            target = UNSET
        else:
            target = self.target

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "record": record,
                "starts_at": starts_at,
                "step": step,
            }
        )
        if asks is not UNSET:
            field_dict["asks"] = asks
        if target is not UNSET:
            field_dict["target"] = target

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        record = BerzerkaRecordWord(d.pop("record"))

        starts_at = d.pop("starts_at")

        step = d.pop("step")

        _asks = d.pop("asks", UNSET)
        asks: list[BerzerkaAsk] | Unset = UNSET
        if _asks is not UNSET:
            asks = []
            for asks_item_data in _asks:
                asks_item = BerzerkaAsk(asks_item_data)

                asks.append(asks_item)

        def _parse_target(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        target = _parse_target(d.pop("target", UNSET))

        berzerka_custom_contract = cls(
            id=id,
            name=name,
            record=record,
            starts_at=starts_at,
            step=step,
            asks=asks,
            target=target,
        )

        return berzerka_custom_contract
