"""The agents and the models behind them; the only folder that imports AutoGen."""
