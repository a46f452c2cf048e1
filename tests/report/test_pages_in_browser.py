"""Reports in a real browser: nothing is fetched, nothing fails, everybody can read them, a phone and a printer too."""

from __future__ import annotations

import base64
import itertools
import json
from pathlib import Path

import pytest

from tests.report.browser import CHROMIUM, DRIVER, browser

pytest.importorskip("selenium", reason="selenium is not installed")
pytestmark = [
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None, reason="no chromium and chromedriver (apt-get install them)"
    ),
    # the driver's own code leaves sockets to be closed later
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
PAGES = sorted((Path(__file__).parents[2] / "reports").glob("*.html"))


@pytest.fixture(params=PAGES, ids=lambda page: page.stem)
def page(request):
    return request.param


def test_there_are_reports_in_both_languages():
    assert {page.stem for page in PAGES} >= {"cactus-en", "cactus-fr", "eights-en", "eights-fr"}


def test_nothing_fails_and_nothing_is_fetched(page):
    with browser(1000) as driver:
        driver.get(page.as_uri())
        assert driver.title
        assert driver.get_log("browser") == []
        events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
        asked = {
            event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"
        }
        assert {url for url in asked if not url.startswith(("data:", page.as_uri()))} == set()
        broken = "return [...document.images].filter(i => !(i.complete && i.naturalWidth)).length"
        assert driver.execute_script(broken) == 0
        assert driver.execute_script("return document.images.length") >= 6
        assert driver.execute_script("return document.scripts.length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it(page, scheme):
    import axe_core_python

    axe = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text("utf-8")
    with browser(1000) as driver:
        feature = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
        driver.get(page.as_uri())
        driver.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
        driver.execute_script(axe)
        driver.set_script_timeout(60)
        found = driver.execute_async_script("axe.run().then(arguments[arguments.length - 1])")
    assert len(found["passes"]) > 20
    told = [(fault["id"], fault["help"], fault["nodes"][0]["html"][:200]) for fault in found["violations"]]
    assert told == []


def test_a_phone_does_not_scroll_sideways(page):
    with browser(390) as driver:
        driver.get(page.as_uri())
        driver.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
        width = driver.execute_script("return [document.documentElement.scrollWidth, window.innerWidth]")
    assert width == [390, 390]


def test_headings_are_in_order_and_tables_have_scopes(page):
    with browser(1000) as driver:
        driver.get(page.as_uri())
        levels = driver.execute_script("return [...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])")
        bare = driver.execute_script("return document.querySelectorAll('th:not([scope])').length")
        alts = driver.execute_script("return [...document.images].map(i => i.alt)")
        lang = driver.execute_script("return document.documentElement.lang")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    assert bare == 0
    assert all(len(alt) > 30 for alt in alts)
    assert page.stem.endswith(lang)


def test_it_prints(page):
    with browser(1000) as driver:
        driver.get(page.as_uri())
        printed = driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})
    content = base64.b64decode(printed["data"])
    assert content.startswith(b"%PDF")
    assert content.count(b"/Type /Page\n") >= 5
