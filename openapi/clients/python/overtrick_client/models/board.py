from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.showing import Showing
from ..models.status import Status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.board_row import BoardRow
    from ..models.hue import Hue
    from ..models.labels import Labels


T = TypeVar("T", bound="Board")


@_attrs_define
class Board:
    """The standings of a match, with what a website shows around them.

    Attributes:
        game (str): The game's id.
        hands (int): The number of hands that have been played.
        id (str):
        labels (Labels): The words around the figures of a [`Board`].
        name (str): The game's name in the language of the answer.
        show (Showing): What of a published match everybody sees.

            ```
            use overtrick::ledger::Showing;

            assert_eq!(serde_json::to_string(&Showing::Sheet).unwrap(), "\\"sheet\\"");
            assert_eq!(Showing::default(), Showing::Standings);
            ```
        standings (list[BoardRow]): The players, best first.
        state (str): How far the match is, in words.
        status (Status):
        version (int): Its version.
        winners (list[str]): The winners, once the match is over.
        hue (Hue | Unset): The hue of a game, as `#RRGGBB`.
        playing (int | Unset): The number of the hand being played.
        title (str | Unset): The title of the match.
        won (str | Unset): Who has won, in words, once the match is over.
    """

    game: str
    hands: int
    id: str
    labels: Labels
    name: str
    show: Showing
    standings: list[BoardRow]
    state: str
    status: Status
    version: int
    winners: list[str]
    hue: Hue | Unset = UNSET
    playing: int | Unset = UNSET
    title: str | Unset = UNSET
    won: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        hands = self.hands

        id = self.id

        labels = self.labels.to_dict()

        name = self.name

        show = self.show.value

        standings = []
        for standings_item_data in self.standings:
            standings_item = standings_item_data.to_dict()
            standings.append(standings_item)

        state = self.state

        status = self.status.value

        version = self.version

        winners = self.winners

        hue: dict[str, Any] | Unset = UNSET
        if not isinstance(self.hue, Unset):
            hue = self.hue.to_dict()

        playing = self.playing

        title = self.title

        won = self.won

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "game": game,
                "hands": hands,
                "id": id,
                "labels": labels,
                "name": name,
                "show": show,
                "standings": standings,
                "state": state,
                "status": status,
                "version": version,
                "winners": winners,
            }
        )
        if hue is not UNSET:
            field_dict["hue"] = hue
        if playing is not UNSET:
            field_dict["playing"] = playing
        if title is not UNSET:
            field_dict["title"] = title
        if won is not UNSET:
            field_dict["won"] = won

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.board_row import BoardRow
        from ..models.hue import Hue
        from ..models.labels import Labels

        d = dict(src_dict)
        game = d.pop("game")

        hands = d.pop("hands")

        id = d.pop("id")

        labels = Labels.from_dict(d.pop("labels"))

        name = d.pop("name")

        show = Showing(d.pop("show"))

        standings = []
        _standings = d.pop("standings")
        for standings_item_data in _standings:
            standings_item = BoardRow.from_dict(standings_item_data)

            standings.append(standings_item)

        state = d.pop("state")

        status = Status(d.pop("status"))

        version = d.pop("version")

        winners = cast(list[str], d.pop("winners"))

        _hue = d.pop("hue", UNSET)
        hue: Hue | Unset
        if isinstance(_hue, Unset):
            hue = UNSET
        else:
            hue = Hue.from_dict(_hue)

        playing = d.pop("playing", UNSET)

        title = d.pop("title", UNSET)

        won = d.pop("won", UNSET)

        board = cls(
            game=game,
            hands=hands,
            id=id,
            labels=labels,
            name=name,
            show=show,
            standings=standings,
            state=state,
            status=status,
            version=version,
            winners=winners,
            hue=hue,
            playing=playing,
            title=title,
            won=won,
        )

        board.additional_properties = d
        return board

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
