from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.metadata_part_type_0 import MetadataPartType0


T = TypeVar("T", bound="LabelRequest")


@_attrs_define
class LabelRequest:
    """
    Attributes:
        external_id (None | str | Unset):
        metadata (MetadataPartType0 | None | Unset):
    """

    external_id: None | str | Unset = UNSET
    metadata: MetadataPartType0 | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.metadata_part_type_0 import MetadataPartType0

        external_id: None | str | Unset
        if isinstance(self.external_id, Unset):
            external_id = UNSET
        else:
            external_id = self.external_id

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, MetadataPartType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if external_id is not UNSET:
            field_dict["external_id"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.metadata_part_type_0 import MetadataPartType0

        d = dict(src_dict)

        def _parse_external_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        external_id = _parse_external_id(d.pop("external_id", UNSET))

        def _parse_metadata(data: object) -> MetadataPartType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_metadata_part_type_0 = MetadataPartType0.from_dict(
                    data
                )

                return componentsschemas_metadata_part_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MetadataPartType0 | None | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

        label_request = cls(
            external_id=external_id,
            metadata=metadata,
        )

        return label_request
