from enum import StrEnum


class HouseRulesOddChips(StrEnum):
    ANTE_POT = "ante-pot"
    DECLARER = "declarer"

    def __str__(self) -> str:
        return str(self.value)
