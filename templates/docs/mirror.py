import json
import os
import sqlite3
from urllib.request import Request, urlopen

url, key = os.environ["URL"], os.environ["KEY"]
mirror = sqlite3.connect("mirror.db")
mirror.executescript("""
    CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, external_id TEXT, game TEXT, status TEXT, standings TEXT);
    CREATE TABLE IF NOT EXISTS hands (match TEXT, number INTEGER, hand TEXT, PRIMARY KEY (match, number));
    CREATE TABLE IF NOT EXISTS place (one INTEGER PRIMARY KEY CHECK (one = 1), since TEXT);
""")


def follow(change):
    match = change["match"]
    if change["type"] in ("match.deleted", "match.damaged"):
        mirror.execute("DELETE FROM matches WHERE id = ?", [match])
        mirror.execute("DELETE FROM hands WHERE match = ?", [match])
        return
    row = [match, change.get("external_id"), change["game"], change["status"], json.dumps(change["standings"])]
    mirror.execute("REPLACE INTO matches VALUES (?, ?, ?, ?, ?)", row)
    for hand in change["changed_hands"]:
        mirror.execute("REPLACE INTO hands VALUES (?, ?, ?)", [match, hand["number"], json.dumps(hand)])
    mirror.execute("DELETE FROM hands WHERE match = ? AND number > ?", [match, change["hands"]])


def page():
    place = mirror.execute("SELECT since FROM place").fetchone()
    since = f"&cursor={place[0]}" if place else ""
    address = f"{url}/api/v1/changes?include=hand,standings&limit=1000{since}"
    headers = {"authorization": f"Bearer {key}", "accept": "application/json"}
    with urlopen(Request(address, headers=headers)) as answer:
        return json.load(answer)


while (part := page())["changes"]:
    # Stored together, the changes and the cursor survive a crash: nothing is lost or done twice.
    with mirror:
        for change in part["changes"]:
            follow(change)
        mirror.execute("REPLACE INTO place VALUES (1, ?)", [part["next"]])
