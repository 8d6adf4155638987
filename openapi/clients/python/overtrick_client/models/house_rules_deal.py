from enum import StrEnum


class HouseRulesDeal(StrEnum):
    DOWN = "down"
    DOWN_UP = "down-up"
    UP = "up"
    UP_DOWN = "up-down"

    def __str__(self) -> str:
        return str(self.value)
