from enum import StrEnum


class TakeLogDetail(StrEnum):
    FULL = "full"
    SCORES = "scores"
    STANDINGS = "standings"

    def __str__(self) -> str:
        return str(self.value)
