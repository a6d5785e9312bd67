# C layout of city.py.
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, ones
from ridotto.games.venezia.rules.piazza cimport NONE
from ridotto.games.venezia.rules.planning cimport Planning

# The numbers of city.py, in C; a test compares them.
cdef enum:
    DISTRICTS = 7
    PLACES = 9
    MAJORITY_POINTS = 3
    CONQUEST_POINTS = 6

cdef class City(Planning):
    cdef readonly short flock[4][9]
    cdef readonly short grey[9]
    cdef readonly short home[4]
    cdef readonly short nest[4]
    cdef readonly short supply[4]
    cdef readonly short points[4]
    cdef readonly short hawk, catcher

    cdef uint64_t districts_without_home(self) noexcept nogil
    cdef uint64_t own_districts(self, int seat) noexcept nogil
    cdef int count_pigeons(self, int place) noexcept nogil
    cdef int hatch(self, int seat, int births) noexcept nogil
    cdef int majority_holder(self, int place) noexcept nogil
    cdef int is_led_by_grey(self, int place) noexcept nogil
    cdef int majority_count(self, int seat) noexcept nogil
    cdef int district_points(self, int seat, int district) noexcept nogil
    cdef int lead(self, int seat, int place) noexcept nogil
