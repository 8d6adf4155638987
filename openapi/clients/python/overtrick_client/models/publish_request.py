from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.publish_request_show import PublishRequestShow
from ..types import UNSET, Unset

T = TypeVar("T", bound="PublishRequest")


@_attrs_define
class PublishRequest:
    """
    Attributes:
        show (PublishRequestShow | Unset):
    """

    show: PublishRequestShow | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        show: str | Unset = UNSET
        if not isinstance(self.show, Unset):
            show = self.show.value

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if show is not UNSET:
            field_dict["show"] = show

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        _show = d.pop("show", UNSET)
        show: PublishRequestShow | Unset
        if isinstance(_show, Unset):
            show = UNSET
        else:
            show = PublishRequestShow(_show)

        publish_request = cls(
            show=show,
        )

        return publish_request
