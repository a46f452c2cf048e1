import pytest


@pytest.fixture
def run(toy, capfd):
    """Runs the command line in this process: exit code, stdout, stderr."""
    from cactus_sim.cli import main

    def call(*arguments):
        code = main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return code, out, err

    return call
