from enum import StrEnum


class HouseRulesMatchStack(StrEnum):
    DECLARER = "declarer"
    DEFENDER = "defender"

    def __str__(self) -> str:
        return str(self.value)
