from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.berzerka_record import BerzerkaRecord


T = TypeVar("T", bound="BerzerkaHistory")


@_attrs_define
class BerzerkaHistory:
    """
    Attributes:
        action (str | Unset):
        after (BerzerkaRecord | Unset):
        at (str | Unset):
        before (BerzerkaRecord | Unset):
        by (str | Unset):
        hand (int | Unset):
        reason (str | Unset):
    """

    action: str | Unset = UNSET
    after: BerzerkaRecord | Unset = UNSET
    at: str | Unset = UNSET
    before: BerzerkaRecord | Unset = UNSET
    by: str | Unset = UNSET
    hand: int | Unset = UNSET
    reason: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        after: dict[str, Any] | Unset = UNSET
        if not isinstance(self.after, Unset):
            after = self.after.to_dict()

        at = self.at

        before: dict[str, Any] | Unset = UNSET
        if not isinstance(self.before, Unset):
            before = self.before.to_dict()

        by = self.by

        hand = self.hand

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if action is not UNSET:
            field_dict["action"] = action
        if after is not UNSET:
            field_dict["after"] = after
        if at is not UNSET:
            field_dict["at"] = at
        if before is not UNSET:
            field_dict["before"] = before
        if by is not UNSET:
            field_dict["by"] = by
        if hand is not UNSET:
            field_dict["hand"] = hand
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_record import BerzerkaRecord

        d = dict(src_dict)
        action = d.pop("action", UNSET)

        _after = d.pop("after", UNSET)
        after: BerzerkaRecord | Unset
        if isinstance(_after, Unset):
            after = UNSET
        else:
            after = BerzerkaRecord.from_dict(_after)

        at = d.pop("at", UNSET)

        _before = d.pop("before", UNSET)
        before: BerzerkaRecord | Unset
        if isinstance(_before, Unset):
            before = UNSET
        else:
            before = BerzerkaRecord.from_dict(_before)

        by = d.pop("by", UNSET)

        hand = d.pop("hand", UNSET)

        reason = d.pop("reason", UNSET)

        berzerka_history = cls(
            action=action,
            after=after,
            at=at,
            before=before,
            by=by,
            hand=hand,
            reason=reason,
        )

        return berzerka_history
