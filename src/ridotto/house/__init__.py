"""The house: tables of people, the store that keeps them, and what the house does by itself."""
