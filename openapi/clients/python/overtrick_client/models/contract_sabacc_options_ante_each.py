from enum import StrEnum


class ContractSabaccOptionsAnteEach(StrEnum):
    DEAL = "deal"
    MATCH = "match"

    def __str__(self) -> str:
        return str(self.value)
