from enum import StrEnum


class MariashGameType(StrEnum):
    MISERE = "misere"
    SLAM = "slam"
    TRUMP = "trump"

    def __str__(self) -> str:
        return str(self.value)
