from enum import StrEnum


class ContractSabaccOptionsBiddingStarts(StrEnum):
    DEALERS_LEFT = "dealers-left"
    DEALERS_RIGHT = "dealers-right"

    def __str__(self) -> str:
        return str(self.value)
