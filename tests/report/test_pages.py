"""Report pages: the same results give the same bytes, names are nothing but text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cactus_sim.analysis.dossier import Dossier, make_dossier
from cactus_sim.analysis.halves import halved, whole
from cactus_sim.report.pages.build import page
from cactus_sim.report.pages.files import report_files
from cactus_sim.report.pages.html import data_uri, html, unbroken
from cactus_sim.report.pages.markdown import markdown, text
from cactus_sim.report.pages.model import Fold, Page, Picture, Section
from cactus_sim.report.pages.slim import slim
from cactus_sim.report.tables import Table
from cactus_sim.report.words import LANGUAGES

REPORTS = Path(__file__).parents[2] / "reports"
IMAGE = re.compile(rb'src="data:[^"]*"')
KEPT = sorted(path for path in REPORTS.glob("*.json"))
HOSTILE = (
    "<script>alert(1)</script>", "\"><img src=x onerror='alert(1)'>", "long" * 400, "\u202etxet\u202c", "🃏🂡",
    "a|b`c*_#$", "{{ 7*7 }}", "</style></details>",
)  # fmt: skip


class Reader(HTMLParser):
    """The tables and tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.pictures: list[str] = []
        self.text = ""
        self._in_cell = self._in_style = False

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag == "img":
            self.pictures.append(dict(attributes)["src"])
        self._in_style = tag == "style"
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self._in_cell = False
        if tag == "style":
            self._in_style = False

    def handle_data(self, data):
        if self._in_cell:
            self.rows[-1][-1] += data
        if not self._in_style:
            self.text += data


def read(content: str) -> Reader:
    reader = Reader()
    reader.feed(content)
    return reader


@pytest.fixture
def dossier(toy) -> Dossier:
    return make_dossier(toy, games=900, seed=1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_results_give_the_same_bytes(dossier: Dossier, lang: str):
    files = report_files(dossier, (lang,))
    again = Dossier.from_json(files["toy.json"].decode())
    assert report_files(again, (lang,)) == files
    assert f"toy-{lang}.html" in files
    assert f"toy-tournament-{lang}.svg" in files


def test_playing_again_gives_the_same_results(dossier: Dossier):
    again = make_dossier(dossier.game, games=900, seed=1, jobs=2)
    other = make_dossier(dossier.game, games=900, seed=2)
    assert again.to_json() == dossier.to_json()
    assert other.to_json() != dossier.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_reports_are_what_their_results_files_make(kept: Path):
    made = report_files(Dossier.from_json(kept.read_text("utf-8")), LANGUAGES)
    for name, content in made.items():
        kept_now = (REPORTS / name).read_bytes()
        if name.endswith(".html"):  # pictures go by the version of matplotlib
            kept_now, content = (IMAGE.sub(b"", each) for each in (kept_now, content))
        if not name.endswith(".svg"):
            assert kept_now == content, name


def hostile_page(name: str) -> Page:
    table = Table(name, (name, name), [(name, name)], (name,))
    fold = Fold(name, (table,), (name,), (name,), name)
    picture = Picture("picture", b"<svg/>", name, name)
    section = Section("key", name, (name,), (picture,), (table,), ((name, name),), (fold,), (name,))
    return Page("toy", "en", name, name, name, (name,), (section,), name, name)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_nothing_but_text_in_html(name: str):
    plain, found = read(html(hostile_page("plain"))), read(html(hostile_page(name)))
    assert found.tags == plain.tags
    assert found.text.count(unbroken(name)) == plain.text.count("plain")
    assert "script" not in found.tags


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_nothing_but_text_in_markdown(name: str):
    found = markdown(hostile_page(name))
    outside = re.sub(r"^(`{3,})text\n.*?\n\1$", "", found, flags=re.DOTALL | re.MULTILINE)
    assert re.findall(r"<[^>]*>", outside) == ["<details>", "<summary>", "</summary>", "</details>"]
    assert outside.count(text(name)) >= 10
    assert len(outside.splitlines()) == len(
        re.sub(
            r"^(`{3,})text\n.*?\n\1$", "", markdown(hostile_page("plain")), flags=re.DOTALL | re.MULTILINE
        ).splitlines()
    )


def test_an_undecided_comparison_is_no_finding(toy, monkeypatch):
    monkeypatch.setattr("cactus_sim.analysis.dossier.LEAST", 30)
    found = make_dossier(toy, games=60, seed=1, strategies=("plain", "plain(skill=1)"))
    answers = " ".join(page(found, "en").answers)
    assert "these games tell nobody apart" in answers
    assert "it can't be told whether going first matters" in answers
    assert "advantage" not in answers


def test_pictures_lose_nothing_that_is_seen():
    style = "font-family: 'DejaVu Sans', 'Arial', sans-serif"
    svg = (
        '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n  "x.dtd">\n<svg>\n'
        ' <defs><style type="text/css">*{stroke-linecap: butt}</style></defs>\n'
        ' <!-- a -->\n <metadata>x</metadata>\n <g id="lost">\n <g id="kept" class="c"/>\n <g id="empty"/>\n'
        '  <path d="M 1.23456 2 L 3.5 2.0  L 3.5 -0.01 L 1 1 z " style="fill: #123456; stroke: none"/>\n'
        '  <path d="M 0 0 C 1.25 2 3 4.06 5 6" style="fill: #123456; stroke: none"/>\n </g>\n'
        ' <use href="#kept" x="10.06"/>\n'
        f' <text style="{style}" transform="rotate(-0 1.234 2)">x="7.12345"</text>\n</svg>\n'
    )
    assert slim(svg.encode()).decode() == (
        '<?xml version="1.0"?><svg>'
        '<defs><style type="text/css">*{stroke-linecap: butt}.a{fill:#123456;stroke:none}</style></defs>'
        '<g id="kept" class="c"/><path d="M1.2 2H3.5V0L1 1z" class="a"/>'
        '<path d="M 0 0 C 1.2 2 3 4.1 5 6" class="a"/>'
        '<use href="#kept" x="10.1"/><text style="font-family: sans-serif">x="7.12345"</text></svg>\n'
    )


def test_pictures_in_a_page_are_the_pictures_beside_it(dossier: Dossier):
    from urllib.parse import unquote
    from xml.etree import ElementTree as ET

    made = page(dossier, "fr")
    reader = read(html(made))
    pictures = [picture.svg for section in made.sections for picture in section.pictures]
    assert len(reader.pictures) == len(pictures) >= 4
    for address, svg in zip(reader.pictures, pictures, strict=True):
        head, _, held = address.partition(",")
        assert head == "data:image/svg+xml"
        assert ET.canonicalize(unquote(held)) == ET.canonicalize(svg.decode())


@pytest.mark.parametrize("name", HOSTILE)
def test_what_pictures_say_can_not_leave_them(name: str):
    from xml.sax.saxutils import escape

    address = data_uri(f"<svg><text>{escape(name)}</text></svg>".encode())
    assert '"' not in address
    assert "&" not in address
    assert read(f'<img src="{address}" alt="picture">').pictures == [address]


def test_half_a_tally_is_the_whole_of_it():
    part = {"rows": 1, "tally": {"within": [[[1, 2], [2, 3]]], "across": [[[4]]], "histograms": [[[5, 6], [7, 8]]]}}
    assert halved(part) == {
        "rows": 1, "half_tally": {"within": [[[1], [2, 3]]], "across": [[[4]]], "histograms": [[[5, 6], [7, 8]]]}
    }  # fmt: skip
    league = {"tally": [[1, 2, 4], [2, 3, 5], [4, 5, 6]]}
    assert halved(league) == {"half_tally": [[1], [2, 3], [4, 5, 6]]}
    assert [whole(halved(each)) for each in (part, league, None, [1])] == [part, league, None, [1]]
