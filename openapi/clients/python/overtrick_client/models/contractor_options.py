from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.contractor_options_absolutely_sure_doubles import (
    ContractorOptionsAbsolutelySureDoubles,
)
from ..models.contractor_options_idle_conditions import ContractorOptionsIdleConditions
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.contractor_options_strain_values import ContractorOptionsStrainValues


T = TypeVar("T", bound="ContractorOptions")


@_attrs_define
class ContractorOptions:
    """
    Attributes:
        absolutely_sure_doubles (ContractorOptionsAbsolutelySureDoubles | Unset): In force without it: `"everything"`
        challenge_points (int | Unset): In force without it: `3`
        dealers_bonus (int | Unset): In force without it: `1`
        hands_planned (int | None | Unset):
        idle_conditions (ContractorOptionsIdleConditions | Unset): In force without it: `"refuse"`
        strain_values (ContractorOptionsStrainValues | Unset): In force without it:
            `{"clubs":6,"crazytrump":7,"diamonds":5,"hearts":5,"nil":8,"no-trump":7,"spades":6}`
    """

    absolutely_sure_doubles: ContractorOptionsAbsolutelySureDoubles | Unset = UNSET
    challenge_points: int | Unset = UNSET
    dealers_bonus: int | Unset = UNSET
    hands_planned: int | None | Unset = UNSET
    idle_conditions: ContractorOptionsIdleConditions | Unset = UNSET
    strain_values: ContractorOptionsStrainValues | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        absolutely_sure_doubles: str | Unset = UNSET
        if not isinstance(self.absolutely_sure_doubles, Unset):
            absolutely_sure_doubles = self.absolutely_sure_doubles.value

        challenge_points = self.challenge_points

        dealers_bonus = self.dealers_bonus

        hands_planned: int | None | Unset
        if isinstance(self.hands_planned, Unset):
            hands_planned = UNSET
        else:
            hands_planned = self.hands_planned

        idle_conditions: str | Unset = UNSET
        if not isinstance(self.idle_conditions, Unset):
            idle_conditions = self.idle_conditions.value

        strain_values: dict[str, Any] | Unset = UNSET
        if not isinstance(self.strain_values, Unset):
            strain_values = self.strain_values.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if absolutely_sure_doubles is not UNSET:
            field_dict["absolutely_sure_doubles"] = absolutely_sure_doubles
        if challenge_points is not UNSET:
            field_dict["challenge_points"] = challenge_points
        if dealers_bonus is not UNSET:
            field_dict["dealers_bonus"] = dealers_bonus
        if hands_planned is not UNSET:
            field_dict["hands_planned"] = hands_planned
        if idle_conditions is not UNSET:
            field_dict["idle_conditions"] = idle_conditions
        if strain_values is not UNSET:
            field_dict["strain_values"] = strain_values

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.contractor_options_strain_values import (
            ContractorOptionsStrainValues,
        )

        d = dict(src_dict)
        _absolutely_sure_doubles = d.pop("absolutely_sure_doubles", UNSET)
        absolutely_sure_doubles: ContractorOptionsAbsolutelySureDoubles | Unset
        if isinstance(_absolutely_sure_doubles, Unset):
            absolutely_sure_doubles = UNSET
        else:
            absolutely_sure_doubles = ContractorOptionsAbsolutelySureDoubles(
                _absolutely_sure_doubles
            )

        challenge_points = d.pop("challenge_points", UNSET)

        dealers_bonus = d.pop("dealers_bonus", UNSET)

        def _parse_hands_planned(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        hands_planned = _parse_hands_planned(d.pop("hands_planned", UNSET))

        _idle_conditions = d.pop("idle_conditions", UNSET)
        idle_conditions: ContractorOptionsIdleConditions | Unset
        if isinstance(_idle_conditions, Unset):
            idle_conditions = UNSET
        else:
            idle_conditions = ContractorOptionsIdleConditions(_idle_conditions)

        _strain_values = d.pop("strain_values", UNSET)
        strain_values: ContractorOptionsStrainValues | Unset
        if isinstance(_strain_values, Unset):
            strain_values = UNSET
        else:
            strain_values = ContractorOptionsStrainValues.from_dict(_strain_values)

        contractor_options = cls(
            absolutely_sure_doubles=absolutely_sure_doubles,
            challenge_points=challenge_points,
            dealers_bonus=dealers_bonus,
            hands_planned=hands_planned,
            idle_conditions=idle_conditions,
            strain_values=strain_values,
        )

        return contractor_options
