"""Random command lines, rules files, line-ups and run directories; and what must hold whatever comes of them."""

import contextlib
import io
import json
import shutil
import tomllib
from itertools import pairwise
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from cactus_sim.cli import main

CODES = {0, 1, 2, 3, 130}
ENVIRONMENT = {"CACTUS_SIM_GAMES": "20", "CACTUS_SIM_JOBS": "1", "CACTUS_SIM_SEED": "1"}
"""So that what says nothing else is played in no time."""

SIMULATE = ["simulate", "toy", "-s", "plain", "-s", "plain(skill=2)", "-s", "plain", "--seed", "1", "--games", "900"]

JUNK = st.one_of(
    st.text(max_size=6),
    st.sampled_from(["", " ", "-", "--", "=", ",", "nan", "inf", "-1", "0", "1e99", "1.5", "\x1b[2J", "\x00", "é", "/",
                     "../..", "()", "a=b", "[1]", "null", "0x10", "١٢"]),
)  # fmt: skip


def examples(count):
    """So many cases, the same each time."""
    return settings(
        max_examples=count, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )


def call(*arguments):
    """Runs the command line in this process: exit code, stdout, stderr. What no user should see fails the case."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    said = err.getvalue()
    case = (arguments, code, said)
    assert code in CODES, case
    assert "Traceback" not in said, case
    assert "a fault in cactus-sim" not in said, case
    assert code or "Error" not in said, case
    assert code != 2 or not out.getvalue(), case
    assert "\x1b" not in said, case
    assert "\x07" not in said, case
    return code, out.getvalue(), said


def or_junk(strategy):
    """Mostly what is meant, at times something else."""
    return st.integers(0, 11).flatmap(lambda chance: strategy if chance else JUNK)


# line-ups

NAMES = {"toy": ["plain", "other"], "cactus": ["threshold", "early", "random", "kamikaze"],
         "eights": ["greedy", "shedder", "random"], "balance": ["gatherer", "careful", "random"]}  # fmt: skip
VALUES_OF = {
    "toy": [("skill", ["0", "1", "3"])],
    "cactus": [("memory", ["0.5", "1"]), ("attention", ["0.9"]), ("reflex", ["2"]), ("preset", ["human"]),
               ("call_at", ["3", "7"])],
    "eights": [("attention", ["0", "0.7"]), ("preset", ["human"])],
    "balance": [("attention", ["0.5"]), ("dexterity", ["0.5", "2"]), ("preset", ["human"])],
}  # fmt: skip
PLAYERS = {"toy": (2, 4), "cactus": (3, 6), "eights": (2, 8), "balance": (2, 5)}


@st.composite
def entries(draw, game):
    """An entry of a line-up, or nearly one."""
    name = draw(or_junk(st.sampled_from(NAMES[game])))
    parameter, values = draw(st.sampled_from(VALUES_OF[game]))
    given = {draw(or_junk(st.just(parameter))): draw(or_junk(st.sampled_from(values)))} if draw(st.booleans()) else {}
    text = ", ".join(f"{key}={value}" for key, value in given.items())
    return f"{name}({text})" if given or draw(st.booleans()) else name


@st.composite
def line_ups(draw):
    """A game and a line-up for it."""
    game = draw(st.sampled_from(["toy", "toy", "toy", "cactus", "eights", "balance"]))
    low, high = PLAYERS[game]
    low, high = (1, high + 1) if draw(st.integers(0, 9)) == 0 else (low, min(high, 5))
    return game, draw(st.lists(entries(game), min_size=low, max_size=high))


def check_line_up(game, line_up):
    """Where it is played, everybody plays who was named, and the wins are shared among them."""
    given_ = [part for entry in line_up for part in ("-s", entry)]
    code, out, _ = call("simulate", game, *given_, "--format", "json")
    if code == 0:
        played = json.loads(out)["arms"][0]["line_up"]
        assert len(played) == len(line_up)
        assert [name.split("(")[0] for name in played] == [entry.strip().split("(")[0].strip() for entry in line_up]
        check_simulation(json.loads(out))


def check_simulation(data):
    """What holds of every simulation."""
    (arm,) = data["arms"]
    assert data["blocks"] * data["rotations"] == data["games"]
    assert data["tally"]["within"][0][0][0] == data["blocks"]
    assert sum(arm["row_entries"]) == len(arm["line_up"])
    entries_of = dict(zip(data["rows"], arm["row_entries"], strict=True))
    shares = sum(
        record["estimate"] * entries_of[record["strategy"]]
        for record in data["estimates"]
        if record["metric"] == "share"
    )
    whole = [record for record in data["estimates"] if not record["strategy"]]
    stalled = sum(record["estimate"] for record in whole if record["metric"] in ("stalled", "unended"))
    nobody = data["game"] == "toy" and arm["rules"]["tie"] == "nobody"
    assert shares <= 1 + 1e-9
    assert shares >= 1 - 1e-9 or nobody or stalled
    assert all(record["n"] == data["blocks"] for record in data["estimates"])


# rules files

VALUES_OF_RULES = {
    "toy": [("sides", ["8", "12.0"]), ("tie", ['"nobody"', '"share"']), ("reroll", ["true", "false"])],
    "cactus": [("penalty_cards", ["0", "2"]), ("tie", ['"all"', '"caller"']), ("jokers", ["2"]),
               ("looked_at", ["0", "3"]), ("take_discard", ["false"]), ("power_ace", ["false", '"none"'])],
    "eights": [("jokers", ["0", "2"]), ("specials", ["false"]), ("players_max", ["6"])],
    "balance": [("hand_mm", ["2.5", "9", "0"]), ("fallen", ['"returned"']), ("die_special", ["0", "1"]),
                ("cacti", ['"seed"', '"nowhere.csv"', '"a|b;c"'])],
}  # fmt: skip
PRESETS = {"toy": ["plain"], "cactus": ["gamelia", "dutch", "cabo"], "eights": ["seed", "openspiel", "stacking"],
           "balance": ["seed", "longer"]}  # fmt: skip
ODD_VALUES = ["1", "true", '"all"', "-1", "[1]", "{}", "nan", "1979-05-27", '"\\u001b[2J"', "99999999999999999999"]


@st.composite
def rules_files(draw):
    """A game and the text of a rules file for it."""
    game = draw(st.sampled_from(["toy", "toy", "toy", "cactus", "eights", "balance"]))
    lines = []
    if draw(st.booleans()):
        lines.append(f'preset = "{draw(or_junk(st.sampled_from(PRESETS[game])))}"')
    lines.append(draw(st.sampled_from(["[rules]"] * 8 + ["", "[rule]", "[[rules]]"])))
    rules = st.lists(st.sampled_from(VALUES_OF_RULES[game]), max_size=3, unique_by=lambda rule: rule[0])
    for name, values in draw(rules):
        value = draw(st.sampled_from(values if draw(st.integers(0, 7)) else ODD_VALUES))
        lines.append(f"{draw(or_junk(st.just(name)))} = {value}")
    text = "\n".join(lines)
    if draw(st.integers(0, 19)) == 0:
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.text(max_size=3)) + text[place:]
    return game, text


def check_rules_file(folder, game, text):
    """Where it is played, it is by the rules that the file names."""
    file = folder / "rules.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    code, out, _ = call("simulate", game, "--rules-file", file, "--format", "json")
    if code == 0:
        given_, data = tomllib.loads(text), json.loads(out)
        played = data["arms"][0]["rules"]
        for name, value in given_.get("rules", {}).items():
            # A choice that can be off may be given as false, a whole number with a point.
            assert played[name] == value or (value is False and played[name] in ("none", "never")), (name, value)
        assert data["arms"][0]["rules_name"].split(",")[0] == given_.get("preset", PRESETS[game][0])
        check_simulation(data)


# command lines

VALUES = {
    "--strategy": ["plain", "plain(skill=2)", "threshold", "early", "greedy"],
    "--field": ["plain", "threshold", "greedy"],
    "--players": ["2", "3", "4"],
    "--unit": ["round", "match"],
    "--rules": ["plain", "dutch", "stacking"],
    "--set": ["sides=8", "penalty_cards=2", "tie=nobody"],
    "--games": ["1", "7", "60", "1e2", "0", "-3", "1.5"],
    "--seed": ["0", "7", "9223372036854775807", "9223372036854775808"],
    "--jobs": ["1", "2", "0"],
    "--format": ["json", "csv", "md", "table"],
    "--lang": ["en", "fr", "de"],
    "--vary": ["skill=0:3", "skill=1,2", "sides=8,9", "call_at=2:4", "skill=3:1", "skill=0:1:0.5"],
    "--objective": ["share", "total", "points", "wins"],
    "-a": ["plain", "threshold", "greedy"],
    "-b": ["plain(skill=1)", "early", "shedder"],
    "--margin": ["0", "0.5", "nan", "-1"],
    "--target-se": ["0.1", "50", "0"],
    "--max-games": ["100", "60000"],
    "--change": ["sides=8", "reroll=true", "penalty_cards=2", "sides=8,reroll=true"],
    "--preset": ["plain", "dutch"],
    "--metric": ["skill", "share:plain", "turns", "high"],
    "--mixes": ["1", "5"],
    "--first-deal": ["0", "5", "0+3,10", "1099511627775", "5+1,2"],
    "--output": ["out.json", "out.csv", "nowhere/out.json", "."],
    "--run": ["run", "kept", "."],
    "--resume": ["kept", "cut", "nowhere", "."],
    "--cluster": ["local:0", "somewhere", "tcp://127.0.0.1"],
    "--batch-limit": ["5", "0", "nan"],
    "--checkpoint-every": ["0", "5", "-1"],
    "--experiment": ["asked.toml", "faulty.toml", "nowhere.toml"],
    "--rules-file": ["house.toml", "faulty.toml"],
    "--deal": ["0", "3", "1e9"],
    "--rotation": ["0", "2", "9"],
    "--by": ["fewest", "turn"],
    "--decider": ["chart", "chart(memory=0.9)", "plain"],
}
FLAGS = ["--mirror", "--sequential", "--plain", "--race", "--quiet", "--verbose", "--json", "--save-games", "--help",
         "--version", "--each", "--equilibrium", "--no-thumb"]  # fmt: skip
COMMANDS = ["simulate", "sweep", "compare", "house-rules", "tournament", "play", "rules", "strategies", "seats",
            "chart", "show", "rerun", "merge"]  # fmt: skip
OF_RUNS = ("show", "rerun", "merge")
NEEDED = {"sweep": ["--vary", "skill=0:2"], "compare": ["-a", "plain", "-b", "plain(skill=1)"],
          "house-rules": ["--change", "sides=8"], "chart": ["call"], "seats": ["--players", "3"],
          "tournament": ["-s", "plain", "-s", "plain(skill=1)"]}  # fmt: skip


@st.composite
def command_lines(draw):
    """A command with options, most of them its own."""
    from cactus_sim.cli.app import group

    command = draw(st.sampled_from(COMMANDS))
    own = {name for parameter in group.get_command(None, command).params for name in parameter.opts}
    flags = [name for name in FLAGS if name in own and name != "--each"]
    options = [name for name in VALUES if name in own]
    line = [command]
    if command in OF_RUNS:
        line += draw(st.lists(st.sampled_from(["kept", "cut", "other", "nowhere", "."]), min_size=1, max_size=3))
    else:
        usual = "cactus" if command == "chart" else "toy"
        line.append(draw(st.sampled_from([usual] * 8 + ["cactus", "eights", "balance", "chess", "TOY", ""])))
        line += NEEDED.get(command, []) if draw(st.integers(0, 5)) else []
    for _ in range(draw(st.integers(0, 3))):
        if draw(st.integers(0, 3)):
            name = draw(st.sampled_from(options if draw(st.integers(0, 9)) else list(VALUES)))
            line += [name, draw(or_junk(st.sampled_from(VALUES[name])))]
        else:
            line.append(draw(st.sampled_from(flags if flags and draw(st.integers(0, 9)) else FLAGS)))
    if draw(st.integers(0, 9)) == 0:
        line.insert(draw(st.integers(0, len(line))), draw(JUNK))
    if draw(st.integers(0, 9)) == 0:
        del line[draw(st.integers(0, len(line) - 1))]
    return line


def is_long(line):
    """Whether playing it could take long."""
    given = [part for flag, part in pairwise(line) if flag in ("--games", "-n", "--max-games")]
    return any("e" in part or len(part) > 5 for part in given)


def prepare(folder):
    """The files that command lines name: kept runs, rules, experiments."""
    call(*SIMULATE, "--run", folder / "kept")
    call(*SIMULATE, "--first-deal", "300", "--run", folder / "other")
    (folder / "asked.toml").write_text('games = 30\nstrategy = ["plain", "other"]\nset = { sides = 9 }\n')
    (folder / "faulty.toml").write_text("games = [1\n")
    (folder / "house.toml").write_text("[rules]\nsides = 9\n")


def tidy(folder):
    """Takes away what a command line has written."""
    shutil.rmtree(folder / "run", ignore_errors=True)
    for name in ("out.json", "out.csv"):
        (folder / name).unlink(missing_ok=True)


def check_command_line(folder, line):
    """Where a simulation came out, it is right, and the same on another number of threads."""
    tidy(folder)
    code, out, _ = call(*line)
    if code or line[0] != "simulate" or "--help" in line or "--version" in line:
        return
    if out.startswith("{"):
        data = json.loads(out)
        check_simulation(data)
        for flag, value in pairwise(line):
            if flag == "--seed":
                assert data["seed"] == int(value)
        tidy(folder)
        assert call(*line, "--jobs", "3")[1] == out


# run directories

FILES = ["manifest.json", "results.json", "tallies.npz", "lock", "checkpoint/0000.npz", "checkpoint/0000.previous.npz"]


@st.composite
def damages(draw):
    """What befalls a run directory: of each a file, what is done to it, and where."""
    kinds = ["flip", "cut", "junk", "remove", "swap", "folder", "edit", "edit", "signed edit", "signed edit"]
    return draw(
        st.lists(
            st.tuples(st.sampled_from(FILES), st.sampled_from(kinds), st.integers(0, 1 << 16), st.binary(max_size=4)),
            max_size=3,
        )
    )


def damage(folder, other, name, kind, place, content):
    """Does it, where it can be done."""
    from cactus_sim.simulate.manifest import to_bytes

    path = folder / name
    if kind in ("edit", "signed edit"):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            manifest = json.loads((folder / "manifest.json").read_bytes())
            edit(manifest, place, content)
            text = to_bytes(manifest) if kind == "signed edit" else json.dumps(manifest).encode()
            (folder / "manifest.json").write_bytes(text)
        return
    if not path.is_file():
        return
    if kind == "flip" and path.stat().st_size:
        changed = bytearray(path.read_bytes())
        changed[place % len(changed)] ^= 1 << place % 8
        path.write_bytes(changed)
    elif kind == "cut":
        path.write_bytes(path.read_bytes()[: place % (path.stat().st_size + 1)])
    elif kind == "junk":
        path.write_bytes(content)
    elif kind == "remove":
        path.unlink()
    elif kind == "folder":
        path.unlink()
        path.mkdir()
    elif kind == "swap" and (other / name).is_file():
        shutil.copy(other / name, path)


def edit(manifest, place, content):
    """Changes one thing somewhere in a manifest."""
    at = manifest
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = keys[place % len(keys)]
        if isinstance(at[key], dict | list) and at[key] and place % 5:
            at, place = at[key], place // 3
            continue
        new = [None, content.hex(), place, [], {}, True, "../../elsewhere", "\x1b[2J", -1, 1e300]
        at[key] = new[place // 7 % len(new)]
        return


def check_damaged(folder, name, others, done, commands):
    """Damages a copy of a kept run and goes on with it: it is refused, or comes to the same end."""
    copy = folder / "damaged"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder / name, copy)
    for what in done:
        damage(copy, folder / others, *what)
    # The manifest of another run may be all that was put in its place: then that one is what goes on.
    same = "strange" if _is_of(copy, folder / "strange") else "kept"
    for command in commands:
        result, right = copy, folder / same
        if command == "merge":
            shutil.rmtree(folder / "merged", ignore_errors=True)
            code, _, _ = call("merge", copy, folder / "other", "--run", folder / "merged", "-q")
            result, right = folder / "merged", folder / "whole"
        elif command == "rerun":
            code, _, _ = call("rerun", copy)
        elif command == "show":
            _, out, err = call("show", copy)
            assert "\x1b" not in out + err
            continue
        else:
            code, _, _ = call("simulate", "--resume", copy, "-q")
        if code == 0:
            for file in ("results.json", "tallies.npz"):
                assert (result / file).read_bytes() == (right / file).read_bytes(), (command, done)
    assert not (Path.cwd() / "elsewhere").exists()


def _is_of(copy, other):
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        experiments = [json.loads((run / "manifest.json").read_bytes())["experiment"] for run in (copy, other)]
        return experiments[0] == experiments[1]
    return False


def prepare_runs(folder, toy):
    """Kept runs to be damaged: one that is finished, one that was cut, and their neighbours."""
    call(*SIMULATE, "--run", folder / "kept")
    call(*SIMULATE, "--first-deal", "300", "--run", folder / "other")
    call(*SIMULATE[:-1], "1800", "--run", folder / "whole")
    call(*SIMULATE, "--set", "sides=7", "--run", folder / "strange")
    toy.interrupt_at = 200
    call(*SIMULATE, "--run", folder / "cut", "-j", "1", "--checkpoint-every", "0")
    call(*SIMULATE, "--set", "sides=7", "--run", folder / "stranger", "-j", "1", "--checkpoint-every", "0")
    toy.interrupt_at = None
