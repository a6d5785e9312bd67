"""The laboratory: games by the thousand, and how fast they go."""
