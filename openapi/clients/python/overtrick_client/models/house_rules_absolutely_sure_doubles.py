from enum import StrEnum


class HouseRulesAbsolutelySureDoubles(StrEnum):
    CONTRACT = "contract"
    EVERYTHING = "everything"

    def __str__(self) -> str:
        return str(self.value)
