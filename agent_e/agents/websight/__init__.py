"""The vision-first agent: planner, reasoner, actor and verifier (seed: WebSight, Algorithm 1)."""
