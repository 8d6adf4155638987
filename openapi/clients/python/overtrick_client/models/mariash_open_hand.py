from enum import StrEnum


class MariashOpenHand(StrEnum):
    ACCEPT = "accept"
    PLAY = "play"

    def __str__(self) -> str:
        return str(self.value)
