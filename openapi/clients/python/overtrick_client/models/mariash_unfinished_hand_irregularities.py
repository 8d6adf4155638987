from enum import StrEnum


class MariashUnfinishedHandIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
