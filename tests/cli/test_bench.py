import json


def test_every_line_up_on_one_thread_and_on_all(run):
    code, out, _ = run("bench", "toy", "--games", "300", "--jobs", "2", "--format", "json")
    assert code == 0
    speeds = json.loads(out)["speeds"]
    assert [(speed["line_up"], speed["threads"]) for speed in speeds] == [
        (line_up, threads)
        for line_up in ("plain ×2, plain(skill=1)", "plain ×3", "plain(skill=1) ×3")
        for threads in (1, 2)
    ]
    assert all(speed["games_a_second"] > 0 for speed in speeds)


def test_a_chosen_line_up(run):
    _, out, _ = run("bench", "toy", "-s", "plain", "-s", "other", "--games", "300", "--jobs", "1")
    assert "plain, other" in out
