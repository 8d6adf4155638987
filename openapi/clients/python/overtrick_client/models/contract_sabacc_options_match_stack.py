from enum import StrEnum


class ContractSabaccOptionsMatchStack(StrEnum):
    DECLARER = "declarer"
    DEFENDER = "defender"

    def __str__(self) -> str:
        return str(self.value)
