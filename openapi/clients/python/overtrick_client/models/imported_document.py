from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.berzerka_match import BerzerkaMatch
    from ..models.brink_bid_match import BrinkBidMatch
    from ..models.contract_sabacc_match import ContractSabaccMatch
    from ..models.contractor_match import ContractorMatch
    from ..models.mariash_match import MariashMatch
    from ..models.metadata_part_type_0 import MetadataPartType0
    from ..models.oh_hell_match import OhHellMatch


T = TypeVar("T", bound="ImportedDocument")


@_attrs_define
class ImportedDocument:
    """A match document, and what a program calls the match

    Attributes:
        document (BerzerkaMatch | BrinkBidMatch | ContractorMatch | ContractSabaccMatch | MariashMatch | OhHellMatch): A
            match: its game, players, house rules and hands
        external_id (None | str | Unset):
        metadata (MetadataPartType0 | None | Unset):
    """

    document: (
        BerzerkaMatch
        | BrinkBidMatch
        | ContractorMatch
        | ContractSabaccMatch
        | MariashMatch
        | OhHellMatch
    )
    external_id: None | str | Unset = UNSET
    metadata: MetadataPartType0 | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.berzerka_match import BerzerkaMatch
        from ..models.brink_bid_match import BrinkBidMatch
        from ..models.contract_sabacc_match import ContractSabaccMatch
        from ..models.contractor_match import ContractorMatch
        from ..models.mariash_match import MariashMatch
        from ..models.metadata_part_type_0 import MetadataPartType0

        document: dict[str, Any]
        if (
            isinstance(self.document, BerzerkaMatch)
            or isinstance(self.document, ContractSabaccMatch)
            or isinstance(self.document, BrinkBidMatch)
            or isinstance(self.document, ContractorMatch)
            or isinstance(self.document, MariashMatch)
        ):
            document = self.document.to_dict()
        else:
            document = self.document.to_dict()

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

        field_dict.update(
            {
                "document": document,
            }
        )
        if external_id is not UNSET:
            field_dict["external_id"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.berzerka_match import BerzerkaMatch
        from ..models.brink_bid_match import BrinkBidMatch
        from ..models.contract_sabacc_match import ContractSabaccMatch
        from ..models.contractor_match import ContractorMatch
        from ..models.mariash_match import MariashMatch
        from ..models.metadata_part_type_0 import MetadataPartType0
        from ..models.oh_hell_match import OhHellMatch

        d = dict(src_dict)

        def _parse_document(
            data: object,
        ) -> (
            BerzerkaMatch
            | BrinkBidMatch
            | ContractorMatch
            | ContractSabaccMatch
            | MariashMatch
            | OhHellMatch
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_0 = BerzerkaMatch.from_dict(data)

                return componentsschemas_match_document_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_1 = ContractSabaccMatch.from_dict(
                    data
                )

                return componentsschemas_match_document_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_2 = BrinkBidMatch.from_dict(data)

                return componentsschemas_match_document_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_3 = ContractorMatch.from_dict(
                    data
                )

                return componentsschemas_match_document_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_document_type_4 = MariashMatch.from_dict(data)

                return componentsschemas_match_document_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_match_document_type_5 = OhHellMatch.from_dict(data)

            return componentsschemas_match_document_type_5

        document = _parse_document(d.pop("document"))

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

        imported_document = cls(
            document=document,
            external_id=external_id,
            metadata=metadata,
        )

        return imported_document
