"""The web: what browsers and programs ask the house for over HTTP, and how they are answered."""
