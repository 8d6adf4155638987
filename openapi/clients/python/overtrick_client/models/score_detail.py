from enum import StrEnum


class ScoreDetail(StrEnum):
    FULL = "full"
    SCORES = "scores"
    STANDINGS = "standings"

    def __str__(self) -> str:
        return str(self.value)
