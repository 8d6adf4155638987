from enum import StrEnum


class ContractSabaccCard(StrEnum):
    IDIOT = "idiot"
    MAGICIAN = "magician"
    OTHER = "other"

    def __str__(self) -> str:
        return str(self.value)
