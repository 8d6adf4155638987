from enum import StrEnum


class ExportMatchesForm(StrEnum):
    CSV = "csv"
    DOCUMENTS = "documents"
    LOGS = "logs"

    def __str__(self) -> str:
        return str(self.value)
