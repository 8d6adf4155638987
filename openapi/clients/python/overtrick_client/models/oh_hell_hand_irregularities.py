from enum import StrEnum


class OhHellHandIrregularities(StrEnum):
    WAIVED = "waived"

    def __str__(self) -> str:
        return str(self.value)
