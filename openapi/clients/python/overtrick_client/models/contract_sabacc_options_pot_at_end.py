from enum import StrEnum


class ContractSabaccOptionsPotAtEnd(StrEnum):
    DIVIDE = "divide"
    LEAVE = "leave"

    def __str__(self) -> str:
        return str(self.value)
