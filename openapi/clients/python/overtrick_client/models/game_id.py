from enum import StrEnum


class GameId(StrEnum):
    BERZERKA = "berzerka"
    BRINK_BID = "brink-bid"
    CONTRACTOR = "contractor"
    CONTRACT_SABACC = "contract-sabacc"
    MARIASH = "mariash"
    OH_HELL = "oh-hell"

    def __str__(self) -> str:
        return str(self.value)
