"""Plays a match of every game, hand by hand, with the client that openapi-python-client generated."""

import json
import os
import sys
from pathlib import Path

from overtrick_client import AuthenticatedClient, Client, models
from overtrick_client.api.matches import change_match, create_match, get_match, get_sheet
from overtrick_client.api.paper import get_pad

URL = os.environ["OVERTRICK_URL"]
TOTALS = json.loads(os.environ["OVERTRICK_TOTALS"])


def of_game(game, kind):
    """Returns the model class of a game: `brink-bid` and `Match` give `BrinkBidMatch`."""
    return getattr(models, "".join(part.capitalize() for part in game.split("-")) + kind)


def play(sample):
    """Plays a sample, and returns the totals of all players."""
    game = sample["game"]
    opening = {key: value for key, value in sample.items() if key not in ("adjustments", "finished")}
    document = of_game(game, "Match").from_dict({**opening, "hands": []})
    opened = create_match.sync(client=Client(URL), body=document)
    assert isinstance(opened, models.CreatedMatch), opened
    client = AuthenticatedClient(URL, token=opened.keys.direct)
    version = opened.version

    def change(body):
        nonlocal version
        changed = change_match.sync(opened.id, client=client, if_match=f'"{version}"', body=body)
        assert isinstance(changed, models.MatchState), changed
        version = changed.version

    def hand(index, **more):
        return models.Hand.from_dict({**sample["hands"][index], **more})

    for index in range(len(sample["hands"])):
        change(models.ChangeRecord(action="record", hand=hand(index)))
        if index == 0:
            change(models.ChangeUndo(action="undo"))
            change(models.ChangeRedo(action="redo"))
            note = hand(index, note="counted again")
            edit = models.EditReplace(edit="replace", hand=1, with_=note)
            change(models.ChangeCorrect(action="correct", edits=[edit], reason="counted again"))
        for adjustment in sample.get("adjustments", []):
            if adjustment["after_hand"] == index + 1:
                change(models.ChangeAdjust(action="adjust", adjustment=adjustment))
    if sample.get("finished"):
        change(models.ChangeFinish(action="finish"))
    state = get_match.sync(opened.id, client=client)
    assert isinstance(state, models.MatchState), state
    pad = get_pad.sync(models.GameId(game), client=Client(URL))
    for printed in (pad, get_sheet.sync(opened.id, client=client)):
        assert printed.payload.read(5) == b"%PDF-", printed
    return sorted((one.player, one.total) for one in state.result.standings)


for path in sorted(Path(sys.argv[1]).glob("*/sample.json")):
    sample = json.loads(path.read_text())
    expected = sorted((one["player"], one["total"]) for one in TOTALS[sample["game"]])
    totals = play(sample)
    assert totals == expected, f"{totals} in the place of {expected}"
    print(f"  {sample['game']}: {totals}")
