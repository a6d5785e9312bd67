# Compiled, since only compiled code can write the fields of a state.
from ridotto.games.verhext.rules.rules cimport Verhext
