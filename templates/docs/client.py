import os
from overtrick_client import AuthenticatedClient, Client, models
from overtrick_client.api.matches import change_match, create_match, get_match, get_sheet

url = os.environ.get("OVERTRICK_URL", "http://127.0.0.1:8080")
document = models.BrinkBidMatch(game="brink-bid", players=["Ann", "Bo"], hands=[])
match = create_match.sync(client=Client(url), body=document)
scorer = AuthenticatedClient(url, token=match.keys.score)
hand = {"bids": {"Ann": 2, "Bo": 1}, "tricks": {"Ann": 2, "Bo": 2}}
change = models.ChangeRecord(action="record", hand=models.Hand.from_dict(hand))
change_match.sync(match.id, client=scorer, if_match=f'"{match.version}"', body=change)
for one in get_match.sync(match.id, client=scorer).result.standings:
    print(one.rank, one.player, one.total)
print(f"a PDF of {len(get_sheet.sync(match.id, client=scorer).payload.read())} bytes")
