"""Where the house keeps its tables: one interface, two databases."""
