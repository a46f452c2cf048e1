"""The set-up that `scripts/` does on a new machine, with Pythons that are not as they should be."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOLS = ("bash", "cat", "cksum", "cp", "dirname", "head", "mkdir", "mv", "readlink", "rm", "sleep", "tail")


@pytest.fixture
def project(tmp_path):
    """A copy of the scripts, in a project whose path has a space, and a folder of tools without Python."""
    project = tmp_path / "a project"
    shutil.copytree(ROOT / "scripts", project / "scripts")
    (project / "pyproject.toml").write_text("[project]\n")
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in TOOLS:
        (tools / tool).symlink_to(shutil.which(tool))
    return project


def python(project, body):
    """A stand-in for python3: a bash script."""
    file = project.parent / "bin" / "python3"
    file.write_text(f"#!{shutil.which('bash')}\n{body}\n")
    file.chmod(0o755)


def run(project, **environment):
    return subprocess.run(
        [shutil.which("bash"), str(project / "scripts" / "cactus-sim"), "--help"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"PATH": str(project.parent / "bin"), **environment},
        stdin=subprocess.DEVNULL,
    )


def says(result):
    assert result.returncode == 1
    assert result.stdout == ""
    return result.stderr


WORKING = """
case "$*" in
  -V) echo Python 3.11.9 ;;
  "-m venv"*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
  "-m pip"*)
    echo installing
    made="${0%/*}/cactus-sim"
    cp "$0" "$made"
    printf '#!%s\\necho "ran $*"\\n' "$BASH" >"$made"
    ;;
esac
"""


def test_no_python(project):
    assert "Python 3.11 or later is needed; found: none." in says(run(project))


def test_an_old_python(project):
    python(project, '[ "$1" = -V ] && echo Python 3.9.1 && exit 0; exit 1')
    assert "found: python3 (Python 3.9.1). Install it, or name one with PYTHON=" in says(run(project))


def test_a_python_without_venv(project):
    python(project, '[ "$1" = -V ] && echo Python 3.11.1; [[ "$2" == *ensurepip* ]] && exit 1; exit 0')
    assert "python3 has no venv or ensurepip module" in says(run(project))


@pytest.mark.parametrize("step", ["venv", "pip"])
def test_a_step_that_fails(project, step):
    python(project, f'[[ "$*" == "-m {step}"* ]] && echo "no luck" && exit 1' + WORKING)
    said = says(run(project))
    assert "no luck" in said
    assert "failed (see above). Mend the cause and try again" in said
    assert not (project / ".venv.lock").exists()


def test_the_environment_is_made_once_and_again_when_the_project_changed(project):
    python(project, WORKING)
    first, second = run(project), run(project)
    assert (first.returncode, first.stdout) == (0, "ran --help\n")
    assert "setting up" in first.stderr
    assert "installing" not in first.stderr
    assert (second.returncode, second.stdout, second.stderr) == (0, "ran --help\n", "")
    (project / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert "setting up" in run(project).stderr
    assert run(project).stderr == ""


def test_the_lock_of_a_process_that_died_is_removed(project):
    python(project, WORKING)
    gone = subprocess.Popen(["true"])
    gone.wait()
    (project / ".venv.lock").mkdir()
    (project / ".venv.lock" / "pid").write_text(str(gone.pid))
    assert run(project).stdout == "ran --help\n"


def test_a_living_process_is_waited_for(project):
    python(project, WORKING)
    lock = project / ".venv.lock"
    lock.mkdir()
    (lock / "pid").write_text(str(os.getpid()))
    waiting = subprocess.Popen(
        [shutil.which("bash"), str(project / "scripts" / "cactus-sim")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": str(project.parent / "bin")},
    )
    assert f"waiting for process {os.getpid()}" in waiting.stderr.readline()
    shutil.rmtree(lock)
    assert waiting.communicate(timeout=60)[0] == "ran \n"
