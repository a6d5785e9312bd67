# Compiled, so that it may write the fields of a state.
from ridotto.games.venti.rules.rules cimport Venti
