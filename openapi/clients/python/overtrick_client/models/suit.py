from enum import StrEnum


class Suit(StrEnum):
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    def __str__(self) -> str:
        return str(self.value)
