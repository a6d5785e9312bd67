# Compiled because only C code can write the fields of a state.
from ridotto.engine.chance cimport bit, count, ones
from ridotto.games.venezia2099.rules.rules cimport Venezia2099
