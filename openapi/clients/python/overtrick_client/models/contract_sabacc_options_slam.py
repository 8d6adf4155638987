from enum import StrEnum


class ContractSabaccOptionsSlam(StrEnum):
    AT_LEAST = "at-least"
    EXACTLY = "exactly"

    def __str__(self) -> str:
        return str(self.value)
