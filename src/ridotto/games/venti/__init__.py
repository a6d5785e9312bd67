"""Venti: pay for goals with the cards you draft; twenty points start the last lap."""
