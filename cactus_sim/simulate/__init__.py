"""From an experiment to a result: schedule, runner, exact tallies, estimates."""
