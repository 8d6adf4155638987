from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.pad_request_lang import PadRequestLang
from ..models.pad_request_paper import PadRequestPaper
from ..models.pad_request_per_page import PadRequestPerPage
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.house_rules import HouseRules


T = TypeVar("T", bound="PadRequest")


@_attrs_define
class PadRequest:
    """
    Attributes:
        date (str | Unset):
        enter (str | Unset):
        example (bool | Unset):
        gutter (int | Unset):
        landscape (bool | Unset):
        lang (PadRequestLang | Unset):
        link (str | Unset):
        options (HouseRules | Unset): House rules of a game; see its own
        pages (int | Unset):
        paper (PadRequestPaper | Unset):
        per_page (PadRequestPerPage | Unset):
        place (str | Unset):
        players (int | list[str] | Unset):
        title (str | Unset):
        watch (str | Unset):
    """

    date: str | Unset = UNSET
    enter: str | Unset = UNSET
    example: bool | Unset = UNSET
    gutter: int | Unset = UNSET
    landscape: bool | Unset = UNSET
    lang: PadRequestLang | Unset = UNSET
    link: str | Unset = UNSET
    options: HouseRules | Unset = UNSET
    pages: int | Unset = UNSET
    paper: PadRequestPaper | Unset = UNSET
    per_page: PadRequestPerPage | Unset = UNSET
    place: str | Unset = UNSET
    players: int | list[str] | Unset = UNSET
    title: str | Unset = UNSET
    watch: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        date = self.date

        enter = self.enter

        example = self.example

        gutter = self.gutter

        landscape = self.landscape

        lang: str | Unset = UNSET
        if not isinstance(self.lang, Unset):
            lang = self.lang.value

        link = self.link

        options: dict[str, Any] | Unset = UNSET
        if not isinstance(self.options, Unset):
            options = self.options.to_dict()

        pages = self.pages

        paper: str | Unset = UNSET
        if not isinstance(self.paper, Unset):
            paper = self.paper.value

        per_page: int | Unset = UNSET
        if not isinstance(self.per_page, Unset):
            per_page = self.per_page.value

        place = self.place

        players: int | list[str] | Unset
        if isinstance(self.players, Unset):
            players = UNSET
        elif isinstance(self.players, list):
            players = self.players

        else:
            players = self.players

        title = self.title

        watch = self.watch

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if date is not UNSET:
            field_dict["date"] = date
        if enter is not UNSET:
            field_dict["enter"] = enter
        if example is not UNSET:
            field_dict["example"] = example
        if gutter is not UNSET:
            field_dict["gutter"] = gutter
        if landscape is not UNSET:
            field_dict["landscape"] = landscape
        if lang is not UNSET:
            field_dict["lang"] = lang
        if link is not UNSET:
            field_dict["link"] = link
        if options is not UNSET:
            field_dict["options"] = options
        if pages is not UNSET:
            field_dict["pages"] = pages
        if paper is not UNSET:
            field_dict["paper"] = paper
        if per_page is not UNSET:
            field_dict["per_page"] = per_page
        if place is not UNSET:
            field_dict["place"] = place
        if players is not UNSET:
            field_dict["players"] = players
        if title is not UNSET:
            field_dict["title"] = title
        if watch is not UNSET:
            field_dict["watch"] = watch

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.house_rules import HouseRules

        d = dict(src_dict)
        date = d.pop("date", UNSET)

        enter = d.pop("enter", UNSET)

        example = d.pop("example", UNSET)

        gutter = d.pop("gutter", UNSET)

        landscape = d.pop("landscape", UNSET)

        _lang = d.pop("lang", UNSET)
        lang: PadRequestLang | Unset
        if isinstance(_lang, Unset):
            lang = UNSET
        else:
            lang = PadRequestLang(_lang)

        link = d.pop("link", UNSET)

        _options = d.pop("options", UNSET)
        options: HouseRules | Unset
        if isinstance(_options, Unset):
            options = UNSET
        else:
            options = HouseRules.from_dict(_options)

        pages = d.pop("pages", UNSET)

        _paper = d.pop("paper", UNSET)
        paper: PadRequestPaper | Unset
        if isinstance(_paper, Unset):
            paper = UNSET
        else:
            paper = PadRequestPaper(_paper)

        _per_page = d.pop("per_page", UNSET)
        per_page: PadRequestPerPage | Unset
        if isinstance(_per_page, Unset):
            per_page = UNSET
        else:
            per_page = PadRequestPerPage(_per_page)

        place = d.pop("place", UNSET)

        def _parse_players(data: object) -> int | list[str] | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                players_type_1 = cast(list[str], data)

                return players_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(int | list[str] | Unset, data)

        players = _parse_players(d.pop("players", UNSET))

        title = d.pop("title", UNSET)

        watch = d.pop("watch", UNSET)

        pad_request = cls(
            date=date,
            enter=enter,
            example=example,
            gutter=gutter,
            landscape=landscape,
            lang=lang,
            link=link,
            options=options,
            pages=pages,
            paper=paper,
            per_page=per_page,
            place=place,
            players=players,
            title=title,
            watch=watch,
        )

        return pad_request
