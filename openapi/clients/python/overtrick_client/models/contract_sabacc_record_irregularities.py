from enum import StrEnum


class ContractSabaccRecordIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
