"""The parts of the verifier: what an answer claims, what was shown, and whether the two agree."""
