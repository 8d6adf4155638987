from enum import StrEnum


class HouseRulesSlam(StrEnum):
    AT_LEAST = "at-least"
    EXACTLY = "exactly"

    def __str__(self) -> str:
        return str(self.value)
