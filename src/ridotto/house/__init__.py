"""The house: tables of people, what is kept of them, and what the house does of itself."""
