# Compiled, so that it may write the fields of a state.
from ridotto.engine.chance cimport bit, count
from ridotto.games.venezia.rules.piazza cimport contains, half_of, square_bit
from ridotto.games.venezia.rules.rules cimport Venezia

cdef read_squares(unsigned long long *squares, value, str what)
cdef list squares_in(unsigned long long *squares)
