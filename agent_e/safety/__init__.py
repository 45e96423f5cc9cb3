"""What keeps a run from doing harm: the gate that every action passes."""

from .approvals import Approver
from .gate import AllowAll, RiskGate, Rules
from .risk import Situation, site_of

__all__ = ["AllowAll", "Approver", "RiskGate", "Rules", "Situation", "site_of"]
