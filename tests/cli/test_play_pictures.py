"""`play --plot` and `--animate`: pictures of a game, where it can be drawn."""

from PIL import Image


def test_a_game_is_told_and_drawn(run, tmp_path):
    plot, moving = tmp_path / "game.png", tmp_path / "game.gif"
    code, out, err = run(
        "play", "balance", "--seed", "1", "--set", "stall_turns=4", "--plot", plot, "--animate", moving
    )
    assert code == 0
    assert out.startswith("Rules: seed, stall_turns=4")
    assert f"wrote {plot}" in err
    with Image.open(plot) as picture, Image.open(moving) as pictures:
        assert picture.format == "PNG"
        assert pictures.n_frames == 4


def test_the_same_game_makes_the_same_picture(run, tmp_path):
    files = [tmp_path / name for name in ("a.svg", "b.svg")]
    for file in files:
        assert run("play", "balance", "--seed", "1", "--set", "stall_turns=3", "--plot", file)[0] == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_game_that_can_not_be_drawn(run, tmp_path):
    for option in ("--plot", "--animate"):
        code, out, err = run("play", "toy", "--seed", "1", option, tmp_path / "game.png")
        assert (code, out) == (2, "")
        assert "a game of toy can't be drawn; games that can: balance" in err
        assert not list(tmp_path.iterdir())


def test_names_that_are_no_pictures(run, tmp_path):
    for option, name, says in (
        ("--plot", "game.gif", "a picture's name ends in .png, .svg, .pdf"),
        ("--animate", "game.png", "a moving picture's name ends in .gif or .webp"),
        ("--plot", "nowhere/game.png", "No such file or directory"),
    ):
        code, out, err = run("play", "balance", "--seed", "1", option, tmp_path / name)
        assert (code, out) == (2, "")
        assert says in err


def test_two_pictures_in_one_file(run, tmp_path):
    file = tmp_path / "game.gif"
    code, _, err = run("play", "balance", "--seed", "1", "--plot", file, "--animate", file)
    assert code == 2
    assert "name the same file" in err
