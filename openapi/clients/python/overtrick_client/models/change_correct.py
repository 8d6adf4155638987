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

if TYPE_CHECKING:
    from ..models.edit_insert import EditInsert
    from ..models.edit_move import EditMove
    from ..models.edit_remove import EditRemove
    from ..models.edit_replace import EditReplace


T = TypeVar("T", bound="ChangeCorrect")


@_attrs_define
class ChangeCorrect:
    """
    Attributes:
        action (Literal['correct']):
        edits (list[EditInsert | EditMove | EditRemove | EditReplace]):
        reason (str):
    """

    action: Literal["correct"]
    edits: list[EditInsert | EditMove | EditRemove | EditReplace]
    reason: str

    def to_dict(self) -> dict[str, Any]:
        from ..models.edit_insert import EditInsert
        from ..models.edit_remove import EditRemove
        from ..models.edit_replace import EditReplace

        action = self.action

        edits = []
        for edits_item_data in self.edits:
            edits_item: dict[str, Any]
            if (
                isinstance(edits_item_data, EditReplace)
                or isinstance(edits_item_data, EditInsert)
                or isinstance(edits_item_data, EditRemove)
            ):
                edits_item = edits_item_data.to_dict()
            else:
                edits_item = edits_item_data.to_dict()

            edits.append(edits_item)

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "edits": edits,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.edit_insert import EditInsert
        from ..models.edit_move import EditMove
        from ..models.edit_remove import EditRemove
        from ..models.edit_replace import EditReplace

        d = dict(src_dict)
        action = cast(Literal["correct"], d.pop("action"))
        if action != "correct":
            raise ValueError(f"action must match const 'correct', got '{action}'")

        edits = []
        _edits = d.pop("edits")
        for edits_item_data in _edits:

            def _parse_edits_item(
                data: object,
            ) -> EditInsert | EditMove | EditRemove | EditReplace:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_edit_type_0 = EditReplace.from_dict(data)

                    return componentsschemas_edit_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_edit_type_1 = EditInsert.from_dict(data)

                    return componentsschemas_edit_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_edit_type_2 = EditRemove.from_dict(data)

                    return componentsschemas_edit_type_2
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_edit_type_3 = EditMove.from_dict(data)

                return componentsschemas_edit_type_3

            edits_item = _parse_edits_item(edits_item_data)

            edits.append(edits_item)

        reason = d.pop("reason")

        change_correct = cls(
            action=action,
            edits=edits,
            reason=reason,
        )

        return change_correct
