from enum import StrEnum


class OhHellOptionsDeal(StrEnum):
    DOWN = "down"
    DOWN_UP = "down-up"
    UP = "up"
    UP_DOWN = "up-down"

    def __str__(self) -> str:
        return str(self.value)
