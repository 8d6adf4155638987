from enum import StrEnum


class ContractorUnfinishedHandIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
