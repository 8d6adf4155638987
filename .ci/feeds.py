"""Publishes matches, and checks that independent programs can read them."""

import json
import re
import sys
import urllib.request
from html.parser import HTMLParser

import feedparser
from usp.tree import sitemap_tree_for_homepage

HOME = sys.argv[1] + "/"
NAMES = ["<img src=x onerror=alert(1)>", "אברהם", "A" * 40, "🂡🎲 李雷", "</script>&amp;\"';,\\n"]
GAMES = ["brink-bid", "oh-hell"]


def ask(method, path, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    kind = {} if data is None else {"content-type": "application/json"}
    request = urllib.request.Request(HOME + path, data, {**kind, **(headers or {})}, method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode(), answer.headers


def publish(number, **more):
    document = {
        "game": GAMES[number % 2],
        "title": f"{number}: {NAMES[number % len(NAMES)]}",
        "players": [NAMES[number % len(NAMES)], "Ann", "Bo"],
        "played_on": f"2026-11-{1 + number // 4:02}",
        "location": f"Room {number % 3}; upstairs, left",
        "hands": [],
        **more,
    }
    made = json.loads(ask("POST", "api/v1/matches", document)[0])
    rights = {"authorization": "Bearer " + made["keys"]["direct"], "if-match": "*"}
    part = {"part": ["standings", "sheet"][number % 2]}
    ask("PUT", f"api/v1/matches/{made['id']}/publication", part, rights)
    return {"url": f"{HOME}matches/{made['id']}", **document}


def same(found, expected, what):
    if found != expected:
        sys.exit(f"{what}: found {found!r}, expected {expected!r}")
    print(f"{what}: {len(expected) if hasattr(expected, '__len__') else expected} as published")


def pages(path):
    """Yields every page of a list, following the links to the next page."""
    while path:
        text, headers = ask("GET", path)
        yield text
        link = re.search(r'<([^>]*)>; rel="next"', headers.get("link", ""))
        path = link and link[1].removeprefix(HOME)


class Head(HTMLParser):
    """The metadata of a page."""

    def __init__(self, text):
        super().__init__()
        self.meta, self.links = {}, {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "meta":
            self.meta[given.get("property", given.get("name"))] = given.get("content")
        if tag == "link":
            self.links[given.get("type", given["rel"])] = given["href"]


made = [publish(number) for number in range(45)]
newest = sorted(range(45), key=lambda number: (made[number]["played_on"], number), reverse=True)
expected = [(made[number]["url"], made[number]["title"]) for number in newest]

listed = [entry for text in pages("matches.json?limit=7") for entry in json.loads(text)["matches"]]
same([(entry["url"], entry["board"]["title"]) for entry in listed], expected, "JSON")

entries, path = [], "matches.atom"
while path:
    feed = feedparser.parse(ask("GET", path)[0], sanitize_html=False)
    if feed.bozo:
        sys.exit(f"the feed is faulty: {feed.bozo_exception}")
    entries += feed.entries
    following = [link.href for link in feed.feed.links if link.rel == "next"]
    path = following[0].removeprefix(HOME) if following else None
same([(entry.link, entry.title) for entry in entries], expected, "Atom")
same({entry.id for entry in entries}, {url for url, _ in expected}, "ids of entries")
for entry, (url, _) in zip(entries, expected):
    player = next(one["players"][0] for one in made if one["url"] == url)
    if player not in entry.summary or not entry.updated_parsed or not entry.published_parsed:
        sys.exit(f"the summary of an entry: {entry.summary!r} lacks {player!r}")

visited = [page.url for page in sitemap_tree_for_homepage(HOME, use_known_paths=False).all_pages()]
same(sorted(url for url in visited if "/matches/" in url), sorted(url for url, _ in expected), "sitemap")

for one in made[:10]:
    head = Head(ask("GET", one["url"].removeprefix(HOME))[0])
    same(head.meta["og:url"], one["url"], "address")
    if one["title"] not in head.meta["og:title"]:
        sys.exit(f"the title of a page: {head.meta['og:title']!r} lacks {one['title']!r}")
    published = json.loads(ask("GET", head.links["application/json"].removeprefix(HOME))[0])
    same(sorted(row["player"] for row in published["standings"]), sorted(one["players"]), "players")
    embed = json.loads(ask("GET", head.links["application/json+oembed"].removeprefix(HOME))[0])
    if one["title"] not in embed["title"] or embed["type"] != "rich":
        sys.exit(f"the oEmbed answer: {embed}")
    picture = urllib.request.urlopen(head.meta["og:image"])
    same(picture.read(8), b"\x89PNG\r\n\x1a\n", "picture")
