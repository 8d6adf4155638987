"""The Python client that openapi-generator makes: a match of two games, hand by hand."""

import json
import os
import sys
from pathlib import Path

import overtrick
from overtrick import models

URL = os.environ["OVERTRICK_URL"]
TOTALS = json.loads(os.environ["OVERTRICK_TOTALS"])


def play(sample):
    """Plays a sample through, prints it, and returns the totals of everybody."""
    game = sample["game"]
    opening = {key: value for key, value in sample.items() if key not in ("adjustments", "finished")}
    document = models.MatchDocument.from_dict({**opening, "hands": []})
    strangers = overtrick.ApiClient(overtrick.Configuration(host=URL))
    opened = overtrick.MatchesApi(strangers).create_match(document)
    director = overtrick.Configuration(host=URL, access_token=opened.keys.direct)
    matches = overtrick.MatchesApi(overtrick.ApiClient(director))
    version = opened.version

    def change(**body):
        nonlocal version
        changed = matches.change_match(opened.id, f'"{version}"', models.Change.from_dict(body))
        version = changed.version

    for index, hand in enumerate(sample["hands"]):
        change(action="record", hand={**hand, "game": game})
        for adjustment in sample.get("adjustments", []):
            if adjustment["after_hand"] == index + 1:
                change(action="adjust", adjustment=adjustment)
    if sample.get("finished"):
        change(action="finish")
    pad = overtrick.PaperApi(strangers).get_pad(models.GameId(game))
    for printed in (pad, matches.get_sheet(opened.id)):
        assert printed.startswith(b"%PDF-"), printed[:9]
    standings = matches.get_standings(opened.id).standings
    return sorted((one.player, one.total) for one in standings)


for game in ("mariash", "contract_sabacc"):
    sample = json.loads((Path(sys.argv[1]) / game / "sample.json").read_text())
    expected = sorted((one["player"], one["total"]) for one in TOTALS[sample["game"]])
    totals = play(sample)
    assert totals == expected, f"{totals} in the place of {expected}"
    print(f"  {sample['game']}: {totals}, pad and sheet")
