# C layout of note.py.
cimport cython

cpdef enum:
    EVERYBODY = -1
    SPECTATOR = -1
    UNSEEN = -1

cdef enum:
    NOTE_WIDTH = 5

@cython.final
cdef class Notes:
    cdef int *values
    cdef int count
    cdef int capacity
    cdef readonly int seals
    cdef void add(self, int audience, int kind, int a, int b, int c) noexcept nogil
