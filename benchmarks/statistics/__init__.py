"""Statistics of figures: intervals, clustered errors, paired comparisons, repeats, agreement."""

from .agreement import cohens_kappa, krippendorffs_alpha
from .clustered import bootstrap, bootstrap_difference, clustered_stderr
from .intervals import Interval, wilson
from .paired import McNemar, mcnemar, newcombe, sign_flip
from .rates import design_effect, intraclass_correlation, rate_interval, student_t
from .repeats import pass_at_k, pass_hat_k
from .totals import total_interval

__all__ = [
    "Interval",
    "McNemar",
    "bootstrap",
    "bootstrap_difference",
    "clustered_stderr",
    "cohens_kappa",
    "design_effect",
    "intraclass_correlation",
    "krippendorffs_alpha",
    "mcnemar",
    "newcombe",
    "pass_at_k",
    "pass_hat_k",
    "rate_interval",
    "sign_flip",
    "student_t",
    "total_interval",
    "wilson",
]
