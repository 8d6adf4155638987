from enum import StrEnum


class ContractSabaccOptionsWagers(StrEnum):
    ADD = "add"
    ALL_MATCH = "all-match"
    RAISE_TO = "raise-to"

    def __str__(self) -> str:
        return str(self.value)
