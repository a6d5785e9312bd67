"""The laboratory: simulations, contests between bots, and benchmarks."""
