"""Play every game where there is only the standard library, as in a browser.

Run by `test_offline_bare.py` in a process of its own; prints a line for each game.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
MISSING = ("numpy", "numba", "pydantic", "fastapi", "sqlalchemy", "regex", "wasmtime")


class Missing(MetaPathFinder):
    """Finds that a package is not installed."""

    def find_spec(self, name: str, *_: object) -> None:
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(name)


sys.meta_path.insert(0, Missing())

from ludotheque import PACKAGES, load  # noqa: E402
from ludotheque.tables.evidence import verify  # noqa: E402
from offline.page import Page, bot, me, run  # noqa: E402


async def main() -> None:
    page = Page()
    for name in PACKAGES:
        low, high = load(name).seats
        table = await page.lay(name, me("Zoé 👩‍🚀"), *[bot()] * (max(low, min(2, high)) - 1))
        await page.open(table)
        news = await page.play([0])
        found = verify(await page.get(f"/api/tables/{table}/play"))
        assert found.finished and found.events == news["number"] + 1
        await page.desk.close(1)
        print(name)
    assert [facts["name"] for facts in await page.get("/api/games")] == [*PACKAGES]
    assert (await page.get("/api/me"))["played"] == len(PACKAGES)
    for name in PACKAGES:
        assert (await page.get(f"/api/games/{name}/rules?lang=en")).startswith("# ")


run(main())
tops = {name.split(".")[0] for name in sys.modules}
strange = tops - {*sys.stdlib_module_names} - {"__main__", "__mp_main__", "ludotheque", "offline"}
print("strange:", *sorted(name for name in strange if not name.startswith(("_", "editable"))))
