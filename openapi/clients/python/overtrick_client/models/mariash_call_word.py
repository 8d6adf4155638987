from enum import StrEnum


class MariashCallWord(StrEnum):
    ACCEPT = "accept"
    DOUBLE = "double"
    GAME = "game"
    GOOD = "good"
    HUNDRED = "hundred"
    HUNDRED_SEVEN = "hundred-seven"
    OPEN_HAND = "open-hand"
    PLAY = "play"
    SEVEN = "seven"

    def __str__(self) -> str:
        return str(self.value)
