from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.listed_status import ListedStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.metadata import Metadata


T = TypeVar("T", bound="ListedMatch")


@_attrs_define
class ListedMatch:
    """A match in the list.

    Attributes:
        changed_at (str): When it last changed.
        created_at (str): When it was opened.
        day (str): The day on which it was played, or else opened.
        game (str): The game's id.
        id (str):
        players (list[str]): Its players, in seat order.
        status (ListedStatus): Whether a match goes on.
        version (int): Its version.
        external_id (str | Unset): What a program calls it.
        metadata (Metadata | Unset): What a program noted of a match
        title (str | Unset): Its title.
    """

    changed_at: str
    created_at: str
    day: str
    game: str
    id: str
    players: list[str]
    status: ListedStatus
    version: int
    external_id: str | Unset = UNSET
    metadata: Metadata | Unset = UNSET
    title: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        changed_at = self.changed_at

        created_at = self.created_at

        day = self.day

        game = self.game

        id = self.id

        players = self.players

        status = self.status.value

        version = self.version

        external_id = self.external_id

        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        title = self.title

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "changed_at": changed_at,
                "created_at": created_at,
                "day": day,
                "game": game,
                "id": id,
                "players": players,
                "status": status,
                "version": version,
            }
        )
        if external_id is not UNSET:
            field_dict["external_id"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if title is not UNSET:
            field_dict["title"] = title

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.metadata import Metadata

        d = dict(src_dict)
        changed_at = d.pop("changed_at")

        created_at = d.pop("created_at")

        day = d.pop("day")

        game = d.pop("game")

        id = d.pop("id")

        players = cast(list[str], d.pop("players"))

        status = ListedStatus(d.pop("status"))

        version = d.pop("version")

        external_id = d.pop("external_id", UNSET)

        _metadata = d.pop("metadata", UNSET)
        metadata: Metadata | Unset
        if isinstance(_metadata, Unset):
            metadata = UNSET
        else:
            metadata = Metadata.from_dict(_metadata)

        title = d.pop("title", UNSET)

        listed_match = cls(
            changed_at=changed_at,
            created_at=created_at,
            day=day,
            game=game,
            id=id,
            players=players,
            status=status,
            version=version,
            external_id=external_id,
            metadata=metadata,
            title=title,
        )

        listed_match.additional_properties = d
        return listed_match

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
