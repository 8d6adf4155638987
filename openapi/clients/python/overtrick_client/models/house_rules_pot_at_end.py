from enum import StrEnum


class HouseRulesPotAtEnd(StrEnum):
    DIVIDE = "divide"
    LEAVE = "leave"

    def __str__(self) -> str:
        return str(self.value)
