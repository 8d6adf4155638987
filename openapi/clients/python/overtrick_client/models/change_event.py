from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status import Status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.change_adjust import ChangeAdjust
    from ..models.change_correct import ChangeCorrect
    from ..models.change_describe import ChangeDescribe
    from ..models.change_erase import ChangeErase
    from ..models.change_finish import ChangeFinish
    from ..models.change_record import ChangeRecord
    from ..models.change_redo import ChangeRedo
    from ..models.change_rename import ChangeRename
    from ..models.change_reopen import ChangeReopen
    from ..models.change_retract import ChangeRetract
    from ..models.change_set_current import ChangeSetCurrent
    from ..models.change_substitute import ChangeSubstitute
    from ..models.change_undo import ChangeUndo
    from ..models.change_void import ChangeVoid
    from ..models.current_report import CurrentReport
    from ..models.event_hidden import EventHidden
    from ..models.event_labeled import EventLabeled
    from ..models.event_opened import EventOpened
    from ..models.event_renewed import EventRenewed
    from ..models.event_revoked import EventRevoked
    from ..models.event_shown import EventShown
    from ..models.standing import Standing


T = TypeVar("T", bound="ChangeEvent")


@_attrs_define
class ChangeEvent:
    """The data of an event `change`; the last of them has the standings.

    Attributes:
        at (datetime.datetime):
        by (str): The role of who did it
        change (ChangeAdjust | ChangeCorrect | ChangeDescribe | ChangeErase | ChangeFinish | ChangeRecord | ChangeRedo |
            ChangeRename | ChangeReopen | ChangeRetract | ChangeSetCurrent | ChangeSubstitute | ChangeUndo | ChangeVoid |
            EventHidden | EventLabeled | EventOpened | EventRenewed | EventRevoked | EventShown): What happened in a match,
            with the names of today
        version (int):
        current (CurrentReport | None | Unset):
        standings (list[Standing] | Unset):
        status (Status | Unset):
    """

    at: datetime.datetime
    by: str
    change: (
        ChangeAdjust
        | ChangeCorrect
        | ChangeDescribe
        | ChangeErase
        | ChangeFinish
        | ChangeRecord
        | ChangeRedo
        | ChangeRename
        | ChangeReopen
        | ChangeRetract
        | ChangeSetCurrent
        | ChangeSubstitute
        | ChangeUndo
        | ChangeVoid
        | EventHidden
        | EventLabeled
        | EventOpened
        | EventRenewed
        | EventRevoked
        | EventShown
    )
    version: int
    current: CurrentReport | None | Unset = UNSET
    standings: list[Standing] | Unset = UNSET
    status: Status | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.change_adjust import ChangeAdjust
        from ..models.change_correct import ChangeCorrect
        from ..models.change_describe import ChangeDescribe
        from ..models.change_erase import ChangeErase
        from ..models.change_finish import ChangeFinish
        from ..models.change_record import ChangeRecord
        from ..models.change_redo import ChangeRedo
        from ..models.change_rename import ChangeRename
        from ..models.change_reopen import ChangeReopen
        from ..models.change_retract import ChangeRetract
        from ..models.change_set_current import ChangeSetCurrent
        from ..models.change_substitute import ChangeSubstitute
        from ..models.change_undo import ChangeUndo
        from ..models.change_void import ChangeVoid
        from ..models.current_report import CurrentReport
        from ..models.event_hidden import EventHidden
        from ..models.event_opened import EventOpened
        from ..models.event_renewed import EventRenewed
        from ..models.event_revoked import EventRevoked
        from ..models.event_shown import EventShown

        at = self.at.isoformat()

        by = self.by

        change: dict[str, Any]
        if (
            isinstance(self.change, ChangeRecord)
            or isinstance(self.change, ChangeSetCurrent)
            or isinstance(self.change, ChangeCorrect)
            or isinstance(self.change, ChangeVoid)
            or isinstance(self.change, ChangeUndo)
            or isinstance(self.change, ChangeRedo)
            or isinstance(self.change, ChangeFinish)
            or isinstance(self.change, ChangeReopen)
            or isinstance(self.change, ChangeAdjust)
            or isinstance(self.change, ChangeRetract)
            or isinstance(self.change, ChangeRename)
            or isinstance(self.change, ChangeSubstitute)
            or isinstance(self.change, ChangeErase)
            or isinstance(self.change, ChangeDescribe)
            or isinstance(self.change, EventOpened)
            or isinstance(self.change, EventRenewed)
            or isinstance(self.change, EventRevoked)
            or isinstance(self.change, EventHidden)
            or isinstance(self.change, EventShown)
        ):
            change = self.change.to_dict()
        else:
            change = self.change.to_dict()

        version = self.version

        current: dict[str, Any] | None | Unset
        if isinstance(self.current, Unset):
            current = UNSET
        elif isinstance(self.current, CurrentReport):
            current = self.current.to_dict()
        else:
            current = self.current

        standings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.standings, Unset):
            standings = []
            for standings_item_data in self.standings:
                standings_item = standings_item_data.to_dict()
                standings.append(standings_item)

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "by": by,
                "change": change,
                "version": version,
            }
        )
        if current is not UNSET:
            field_dict["current"] = current
        if standings is not UNSET:
            field_dict["standings"] = standings
        if status is not UNSET:
            field_dict["status"] = status

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_adjust import ChangeAdjust
        from ..models.change_correct import ChangeCorrect
        from ..models.change_describe import ChangeDescribe
        from ..models.change_erase import ChangeErase
        from ..models.change_finish import ChangeFinish
        from ..models.change_record import ChangeRecord
        from ..models.change_redo import ChangeRedo
        from ..models.change_rename import ChangeRename
        from ..models.change_reopen import ChangeReopen
        from ..models.change_retract import ChangeRetract
        from ..models.change_set_current import ChangeSetCurrent
        from ..models.change_substitute import ChangeSubstitute
        from ..models.change_undo import ChangeUndo
        from ..models.change_void import ChangeVoid
        from ..models.current_report import CurrentReport
        from ..models.event_hidden import EventHidden
        from ..models.event_labeled import EventLabeled
        from ..models.event_opened import EventOpened
        from ..models.event_renewed import EventRenewed
        from ..models.event_revoked import EventRevoked
        from ..models.event_shown import EventShown
        from ..models.standing import Standing

        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        by = d.pop("by")

        def _parse_change(
            data: object,
        ) -> (
            ChangeAdjust
            | ChangeCorrect
            | ChangeDescribe
            | ChangeErase
            | ChangeFinish
            | ChangeRecord
            | ChangeRedo
            | ChangeRename
            | ChangeReopen
            | ChangeRetract
            | ChangeSetCurrent
            | ChangeSubstitute
            | ChangeUndo
            | ChangeVoid
            | EventHidden
            | EventLabeled
            | EventOpened
            | EventRenewed
            | EventRevoked
            | EventShown
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_0 = ChangeRecord.from_dict(data)

                return componentsschemas_happening_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_1 = ChangeSetCurrent.from_dict(data)

                return componentsschemas_happening_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_2 = ChangeCorrect.from_dict(data)

                return componentsschemas_happening_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_3 = ChangeVoid.from_dict(data)

                return componentsschemas_happening_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_4 = ChangeUndo.from_dict(data)

                return componentsschemas_happening_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_5 = ChangeRedo.from_dict(data)

                return componentsschemas_happening_type_5
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_6 = ChangeFinish.from_dict(data)

                return componentsschemas_happening_type_6
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_7 = ChangeReopen.from_dict(data)

                return componentsschemas_happening_type_7
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_8 = ChangeAdjust.from_dict(data)

                return componentsschemas_happening_type_8
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_9 = ChangeRetract.from_dict(data)

                return componentsschemas_happening_type_9
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_10 = ChangeRename.from_dict(data)

                return componentsschemas_happening_type_10
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_11 = ChangeSubstitute.from_dict(data)

                return componentsschemas_happening_type_11
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_12 = ChangeErase.from_dict(data)

                return componentsschemas_happening_type_12
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_13 = ChangeDescribe.from_dict(data)

                return componentsschemas_happening_type_13
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_14 = EventOpened.from_dict(data)

                return componentsschemas_happening_type_14
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_15 = EventRenewed.from_dict(data)

                return componentsschemas_happening_type_15
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_16 = EventRevoked.from_dict(data)

                return componentsschemas_happening_type_16
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_17 = EventHidden.from_dict(data)

                return componentsschemas_happening_type_17
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_happening_type_18 = EventShown.from_dict(data)

                return componentsschemas_happening_type_18
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_happening_type_19 = EventLabeled.from_dict(data)

            return componentsschemas_happening_type_19

        change = _parse_change(d.pop("change"))

        version = d.pop("version")

        def _parse_current(data: object) -> CurrentReport | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                current_type_0 = CurrentReport.from_dict(data)

                return current_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CurrentReport | None | Unset, data)

        current = _parse_current(d.pop("current", UNSET))

        _standings = d.pop("standings", UNSET)
        standings: list[Standing] | Unset = UNSET
        if _standings is not UNSET:
            standings = []
            for standings_item_data in _standings:
                standings_item = Standing.from_dict(standings_item_data)

                standings.append(standings_item)

        _status = d.pop("status", UNSET)
        status: Status | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = Status(_status)

        change_event = cls(
            at=at,
            by=by,
            change=change,
            version=version,
            current=current,
            standings=standings,
            status=status,
        )

        change_event.additional_properties = d
        return change_event

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
