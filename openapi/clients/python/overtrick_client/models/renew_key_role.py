from enum import StrEnum


class RenewKeyRole(StrEnum):
    DIRECT = "direct"
    SCORE = "score"
    VIEW = "view"

    def __str__(self) -> str:
        return str(self.value)
