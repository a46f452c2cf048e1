import json


def test_pages_and_the_results_they_are_made_from(run, tmp_path):
    code, out, err = run("report", "toy", "--games", "600", "--lang", "both", "-o", tmp_path / "pages")
    assert (code, out) == (0, "")
    assert "toy-fr.html" in err
    names = {path.name for path in (tmp_path / "pages").iterdir()}
    assert {"toy.json", "toy-en.html", "toy-fr.html", "toy-en.md", "toy-fr.md", "toy-sweep-en.svg"} <= names
    assert json.loads((tmp_path / "pages" / "toy.json").read_text("utf-8"))["seed"] == 1

    code, _, _ = run("report", "--from", tmp_path / "pages" / "toy.json", "--lang", "fr", "-o", tmp_path / "again")
    assert code == 0
    names = {path.name for path in (tmp_path / "again").iterdir()}
    assert "toy-en.html" not in names
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "pages" / name).read_bytes()


def test_what_can_not_be_asked_for(run, tmp_path):
    (tmp_path / "file").write_text("{}")
    for arguments, said in (
        (("toy", "--from", "x.json"), "leave GAME and -s out"),
        (("-s", "plain"), "name the one GAME"),
        (("--from", tmp_path / "none.json"), "No such file"),
        (("--from", tmp_path / "file"), "no result of cactus-sim"),
        (("nothing",), "nothing"),
    ):
        code, out, err = run("report", *arguments, "-o", tmp_path / "pages")
        assert (code, out) == (2, "")
        assert said in err
    code, _, err = run("report", "toy", "-o", tmp_path / "file")
    assert code == 2
    assert "can't be made a folder" in err
