from enum import StrEnum


class OhHellUnfinishedHandIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
