"""`cactus-sim when-to-call`: the chart of the decision that Cactus is named after."""

from __future__ import annotations

from typing import Any

import click

from cactus_sim.cli.chart import chart_options, run_chart
from cactus_sim.cli.console import Console


@click.command("when-to-call", short_help="When should I call Cactus? The chart, and rules of thumb.")
@chart_options
def command(console: Console, **given: Any) -> None:
    """Says when to call Cactus: by the points that you know, your unknown cards and the round, and what it costs to do
    the other thing; with rules of thumb and what these cost. The same as `cactus-sim chart cactus call`.

    \b
    Examples:
      cactus-sim when-to-call
      cactus-sim when-to-call --equilibrium --players 5 --plot when-to-call.png
      cactus-sim when-to-call --field early --field counter --rules dutch --lang fr
      cactus-sim when-to-call --objective wins --equilibrium
    """  # noqa: D301 - click reads the \b
    run_chart(console, "cactus", "call", **given)
