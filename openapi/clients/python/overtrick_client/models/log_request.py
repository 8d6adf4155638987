from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.log_request_log import LogRequestLog


T = TypeVar("T", bound="LogRequest")


@_attrs_define
class LogRequest:
    """
    Attributes:
        log (LogRequestLog):
    """

    log: LogRequestLog

    def to_dict(self) -> dict[str, Any]:
        log = self.log.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "log": log,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.log_request_log import LogRequestLog

        d = dict(src_dict)
        log = LogRequestLog.from_dict(d.pop("log"))

        log_request = cls(
            log=log,
        )

        return log_request
