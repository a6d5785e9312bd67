# Compiled, so that it may write the fields of a state.
from ridotto.games.diciassette.rules.rules cimport Diciassette
