from enum import StrEnum


class ContractorOptionsAbsolutelySureDoubles(StrEnum):
    CONTRACT = "contract"
    EVERYTHING = "everything"

    def __str__(self) -> str:
        return str(self.value)
