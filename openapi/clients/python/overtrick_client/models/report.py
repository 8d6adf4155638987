from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status import Status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.adjustment import Adjustment
    from ..models.current_report import CurrentReport
    from ..models.hand_report import HandReport
    from ..models.match_detail import MatchDetail
    from ..models.next_hand import NextHand
    from ..models.notice import Notice
    from ..models.outlook import Outlook
    from ..models.standing import Standing


T = TypeVar("T", bound="Report")


@_attrs_define
class Report:
    """A scored match in a language, to be written as JSON.

    Attributes:
        edition (int): The edition of the scoring.
        fingerprint (str): The [fingerprint](crate::document::fingerprint()) of the rules. A pad that was printed for
            the
            same rules has the same.
        game (str): The game's id.
        standings (list[Standing]): The rank of every player, best first.
        status (Status):
        winners (list[str]): The winners, once it is over.
        adjustments (list[Adjustment] | Unset): The director's adjustments, in the order of the hands they follow.
        current (CurrentReport | Unset): The hand being played.
        detail (MatchDetail | Unset): A game's own results of a match; see the page of its rules
        hands (list[HandReport] | Unset): Its hands; with `detail=standings` they are left out.
        next_ (NextHand | Unset): The hand that is played next, or now.
        outlook (Outlook | Unset): Who can still win.
        warnings (list[Notice] | Unset): What is odd about the match, but can be scored: names that look alike.
    """

    edition: int
    fingerprint: str
    game: str
    standings: list[Standing]
    status: Status
    winners: list[str]
    adjustments: list[Adjustment] | Unset = UNSET
    current: CurrentReport | Unset = UNSET
    detail: MatchDetail | Unset = UNSET
    hands: list[HandReport] | Unset = UNSET
    next_: NextHand | Unset = UNSET
    outlook: Outlook | Unset = UNSET
    warnings: list[Notice] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        edition = self.edition

        fingerprint = self.fingerprint

        game = self.game

        standings = []
        for standings_item_data in self.standings:
            standings_item = standings_item_data.to_dict()
            standings.append(standings_item)

        status = self.status.value

        winners = self.winners

        adjustments: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.adjustments, Unset):
            adjustments = []
            for adjustments_item_data in self.adjustments:
                adjustments_item = adjustments_item_data.to_dict()
                adjustments.append(adjustments_item)

        current: dict[str, Any] | Unset = UNSET
        if not isinstance(self.current, Unset):
            current = self.current.to_dict()

        detail: dict[str, Any] | Unset = UNSET
        if not isinstance(self.detail, Unset):
            detail = self.detail.to_dict()

        hands: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.hands, Unset):
            hands = []
            for hands_item_data in self.hands:
                hands_item = hands_item_data.to_dict()
                hands.append(hands_item)

        next_: dict[str, Any] | Unset = UNSET
        if not isinstance(self.next_, Unset):
            next_ = self.next_.to_dict()

        outlook: dict[str, Any] | Unset = UNSET
        if not isinstance(self.outlook, Unset):
            outlook = self.outlook.to_dict()

        warnings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = []
            for warnings_item_data in self.warnings:
                warnings_item = warnings_item_data.to_dict()
                warnings.append(warnings_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "edition": edition,
                "fingerprint": fingerprint,
                "game": game,
                "standings": standings,
                "status": status,
                "winners": winners,
            }
        )
        if adjustments is not UNSET:
            field_dict["adjustments"] = adjustments
        if current is not UNSET:
            field_dict["current"] = current
        if detail is not UNSET:
            field_dict["detail"] = detail
        if hands is not UNSET:
            field_dict["hands"] = hands
        if next_ is not UNSET:
            field_dict["next"] = next_
        if outlook is not UNSET:
            field_dict["outlook"] = outlook
        if warnings is not UNSET:
            field_dict["warnings"] = warnings

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.adjustment import Adjustment
        from ..models.current_report import CurrentReport
        from ..models.hand_report import HandReport
        from ..models.match_detail import MatchDetail
        from ..models.next_hand import NextHand
        from ..models.notice import Notice
        from ..models.outlook import Outlook
        from ..models.standing import Standing

        d = dict(src_dict)
        edition = d.pop("edition")

        fingerprint = d.pop("fingerprint")

        game = d.pop("game")

        standings = []
        _standings = d.pop("standings")
        for standings_item_data in _standings:
            standings_item = Standing.from_dict(standings_item_data)

            standings.append(standings_item)

        status = Status(d.pop("status"))

        winners = cast(list[str], d.pop("winners"))

        _adjustments = d.pop("adjustments", UNSET)
        adjustments: list[Adjustment] | Unset = UNSET
        if _adjustments is not UNSET:
            adjustments = []
            for adjustments_item_data in _adjustments:
                adjustments_item = Adjustment.from_dict(adjustments_item_data)

                adjustments.append(adjustments_item)

        _current = d.pop("current", UNSET)
        current: CurrentReport | Unset
        if isinstance(_current, Unset):
            current = UNSET
        else:
            current = CurrentReport.from_dict(_current)

        _detail = d.pop("detail", UNSET)
        detail: MatchDetail | Unset
        if isinstance(_detail, Unset):
            detail = UNSET
        else:
            detail = MatchDetail.from_dict(_detail)

        _hands = d.pop("hands", UNSET)
        hands: list[HandReport] | Unset = UNSET
        if _hands is not UNSET:
            hands = []
            for hands_item_data in _hands:
                hands_item = HandReport.from_dict(hands_item_data)

                hands.append(hands_item)

        _next_ = d.pop("next", UNSET)
        next_: NextHand | Unset
        if isinstance(_next_, Unset):
            next_ = UNSET
        else:
            next_ = NextHand.from_dict(_next_)

        _outlook = d.pop("outlook", UNSET)
        outlook: Outlook | Unset
        if isinstance(_outlook, Unset):
            outlook = UNSET
        else:
            outlook = Outlook.from_dict(_outlook)

        _warnings = d.pop("warnings", UNSET)
        warnings: list[Notice] | Unset = UNSET
        if _warnings is not UNSET:
            warnings = []
            for warnings_item_data in _warnings:
                warnings_item = Notice.from_dict(warnings_item_data)

                warnings.append(warnings_item)

        report = cls(
            edition=edition,
            fingerprint=fingerprint,
            game=game,
            standings=standings,
            status=status,
            winners=winners,
            adjustments=adjustments,
            current=current,
            detail=detail,
            hands=hands,
            next_=next_,
            outlook=outlook,
            warnings=warnings,
        )

        report.additional_properties = d
        return report

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
