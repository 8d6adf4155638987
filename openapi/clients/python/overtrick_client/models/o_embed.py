from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="OEmbed")


@_attrs_define
class OEmbed:
    """How a website embeds a published match.

    Attributes:
        height (int): Its height.
        html (str): A link with the standings as text, and the frame.
        provider_name (str): Overtrick.
        provider_url (str): The address of the service.
        title (str): The title of the match.
        type_ (str): Always `rich`: HTML.
        version (str): Of oEmbed: 1.0.
        width (int): The width of the frame in pixels.
        thumbnail_height (int | Unset): Its height.
        thumbnail_url (str | Unset): A picture of the standings, where there is room for it.
        thumbnail_width (int | Unset): Its width in pixels.
    """

    height: int
    html: str
    provider_name: str
    provider_url: str
    title: str
    type_: str
    version: str
    width: int
    thumbnail_height: int | Unset = UNSET
    thumbnail_url: str | Unset = UNSET
    thumbnail_width: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        height = self.height

        html = self.html

        provider_name = self.provider_name

        provider_url = self.provider_url

        title = self.title

        type_ = self.type_

        version = self.version

        width = self.width

        thumbnail_height = self.thumbnail_height

        thumbnail_url = self.thumbnail_url

        thumbnail_width = self.thumbnail_width

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "height": height,
                "html": html,
                "provider_name": provider_name,
                "provider_url": provider_url,
                "title": title,
                "type": type_,
                "version": version,
                "width": width,
            }
        )
        if thumbnail_height is not UNSET:
            field_dict["thumbnail_height"] = thumbnail_height
        if thumbnail_url is not UNSET:
            field_dict["thumbnail_url"] = thumbnail_url
        if thumbnail_width is not UNSET:
            field_dict["thumbnail_width"] = thumbnail_width

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        height = d.pop("height")

        html = d.pop("html")

        provider_name = d.pop("provider_name")

        provider_url = d.pop("provider_url")

        title = d.pop("title")

        type_ = d.pop("type")

        version = d.pop("version")

        width = d.pop("width")

        thumbnail_height = d.pop("thumbnail_height", UNSET)

        thumbnail_url = d.pop("thumbnail_url", UNSET)

        thumbnail_width = d.pop("thumbnail_width", UNSET)

        o_embed = cls(
            height=height,
            html=html,
            provider_name=provider_name,
            provider_url=provider_url,
            title=title,
            type_=type_,
            version=version,
            width=width,
            thumbnail_height=thumbnail_height,
            thumbnail_url=thumbnail_url,
            thumbnail_width=thumbnail_width,
        )

        o_embed.additional_properties = d
        return o_embed

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
