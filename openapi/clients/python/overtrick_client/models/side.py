from enum import StrEnum


class Side(StrEnum):
    DECLARER = "declarer"
    DEFENSE = "defense"

    def __str__(self) -> str:
        return str(self.value)
