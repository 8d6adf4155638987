from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.showing import Showing

if TYPE_CHECKING:
    from ..models.board import Board


T = TypeVar("T", bound="PublishedEntry")


@_attrs_define
class PublishedEntry:
    """A published match in the list.

    Attributes:
        board (Board): The standings of a match, with what a website shows around them.
        changed_at (datetime.datetime): When it last changed.
        day (datetime.date): The day on which it was played, or else opened.
        picture (str): A picture of its standings, 1200 by 630.
        published_at (datetime.datetime): Since when it is published.
        show (Showing): What of a published match everybody sees.

            ```
            use overtrick::ledger::Showing;

            assert_eq!(serde_json::to_string(&Showing::Sheet).unwrap(), "\\"sheet\\"");
            assert_eq!(Showing::default(), Showing::Standings);
            ```
        url (str): Its page.
    """

    board: Board
    changed_at: datetime.datetime
    day: datetime.date
    picture: str
    published_at: datetime.datetime
    show: Showing
    url: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        board = self.board.to_dict()

        changed_at = self.changed_at.isoformat()

        day = self.day.isoformat()

        picture = self.picture

        published_at = self.published_at.isoformat()

        show = self.show.value

        url = self.url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "board": board,
                "changed_at": changed_at,
                "day": day,
                "picture": picture,
                "published_at": published_at,
                "show": show,
                "url": url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.board import Board

        d = dict(src_dict)
        board = Board.from_dict(d.pop("board"))

        changed_at = datetime.datetime.fromisoformat(d.pop("changed_at"))

        day = datetime.date.fromisoformat(d.pop("day"))

        picture = d.pop("picture")

        published_at = datetime.datetime.fromisoformat(d.pop("published_at"))

        show = Showing(d.pop("show"))

        url = d.pop("url")

        published_entry = cls(
            board=board,
            changed_at=changed_at,
            day=day,
            picture=picture,
            published_at=published_at,
            show=show,
            url=url,
        )

        published_entry.additional_properties = d
        return published_entry

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
