"""A bot of your own, in thirty lines: it plays any game against the server's bots.

python examples/bot.py rolit [URL]      against a running `ludotheque serve`;
needs only `pip install httpx websockets`
"""

import asyncio
import json
import random
import sys

import httpx
import websockets


def choose(news: dict) -> int:
    """Your ideas go here: the view, the prompt and the legal actions are in the news."""
    return random.choice(news["actions"])["id"]


async def main(game: str, url: str = "http://127.0.0.1:8000") -> None:
    with httpx.Client(base_url=url) as http:
        facts = next(one for one in http.get("/api/games").json() if one["name"] == game)
        token = {"Authorization": f"Bearer {http.post('/api/token').json()['token']}"}
        rivals = [{"who": "bot", "bot": facts["bots"][0]["bot"]}] * (max(facts["low"], 2) - 1)
        wish = {"game": game, "seats": [{"who": "me", "name": "My bot"}, *rivals]}
        table = http.post("/api/tables", json=wish, headers=token).json()["table"]
    socket = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async for ws in websockets.connect(socket, additional_headers=token):  # comes back by itself
        async for text in ws:
            news = json.loads(text)
            if news.get("status") == "over":
                return print(game, "won by seats", news["result"]["winners"], "table", table)
            if news.get("actions"):
                action = {"do": "play", "seat": 0, "action": choose(news), "ply": news["ply"]}
                await ws.send(json.dumps(action))


try:
    asyncio.run(main(*sys.argv[1:]))
except httpx.ConnectError:
    sys.exit("No server answers there: start one with `ludotheque serve`.")
