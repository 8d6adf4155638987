from enum import StrEnum


class ListedStatus(StrEnum):
    FINISHED = "finished"
    OPEN = "open"

    def __str__(self) -> str:
        return str(self.value)
