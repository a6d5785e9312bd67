# Compiled, so that it may write the fields of a state.
from ridotto.games.verhext.rules.rules cimport Verhext
