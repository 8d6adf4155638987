from enum import StrEnum


class MariashUnfinishedIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
