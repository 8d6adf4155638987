from enum import StrEnum


class ExportMatchesStatus(StrEnum):
    FINISHED = "finished"
    OPEN = "open"

    def __str__(self) -> str:
        return str(self.value)
