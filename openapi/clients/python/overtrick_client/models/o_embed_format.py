from enum import StrEnum


class OEmbedFormat(StrEnum):
    JSON = "json"

    def __str__(self) -> str:
        return str(self.value)
