"""WebSight: vision only; planner, reasoner, actor and verifier over an episodic memory.

Seed: WebSight, Algorithm 1. Where the settings name a grounding model, it is the actor; all other
roles use the model of the run.
"""
