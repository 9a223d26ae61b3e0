"""From rows to answers: statistics, studies, tables, figures. Public names are imported at first use."""

from typing import TYPE_CHECKING

from bazas.sim.lazy import lazy_names

if TYPE_CHECKING:
    from bazas.analyses.compare import compare
    from bazas.analyses.contracts import contracts
    from bazas.analyses.profile import profile
    from bazas.analyses.rule_effects import compare_rules
    from bazas.analyses.seven import seven
    from bazas.analyses.tournament import tournament
    from bazas.analyses.tune import tune

__all__ = ["compare", "compare_rules", "contracts", "profile", "seven", "tournament", "tune"]

lazy_names(
    __name__,
    {
        "compare": "bazas.analyses.compare",
        "compare_rules": "bazas.analyses.rule_effects",
        "contracts": "bazas.analyses.contracts",
        "profile": "bazas.analyses.profile",
        "seven": "bazas.analyses.seven",
        "tournament": "bazas.analyses.tournament",
        "tune": "bazas.analyses.tune",
    },
)
