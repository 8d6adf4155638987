from enum import StrEnum


class HouseRulesOneWeaknessOverbid(StrEnum):
    ADDS = "adds"
    SUBTRACTS = "subtracts"

    def __str__(self) -> str:
        return str(self.value)
