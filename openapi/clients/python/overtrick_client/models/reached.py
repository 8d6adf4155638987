from enum import StrEnum


class Reached(StrEnum):
    ASKED = "asked"
    MACHINE = "machine"
    NETWORK = "network"
    PUBLIC = "public"
    UNKNOWN = "unknown"

    def __str__(self) -> str:
        return str(self.value)
