from enum import StrEnum


class BerzerkaUnfinishedIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
