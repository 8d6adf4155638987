from enum import StrEnum


class ListMatchesOrder(StrEnum):
    ID = "id"
    NEWEST = "newest"

    def __str__(self) -> str:
        return str(self.value)
