"""How often good bots lay and cover cards: the figures behind `bot.py`.

Counted in two generations of 200 two-player games between equal searches, of 700 and 1000 simulations a move. The first
generation took covered cards for random ones, covered high cards, and was right with four calls out of five. The second
expected the figures of the first, and bluffed: half of its calls were wrong. The figures are those of both together.
"""

# How often a card is laid if it is in the hand, in percent of the favourite card, by the expected total before it.
STAGE_STARTS = (4, 8, 11, 13, 15, 17)  # seven columns: below 4, below 8, ..., 17 and more

# fmt: off
LAID_PERCENT = {
    "1/1 up":       ( 11,  23,  27,  57,  87,  46,  40),
    "2/2 up":       ( 19,  34,  44,  79, 100,  28,  27),
    "3/3 up":       ( 25,  49,  65,  90,  79,  21,  23),
    "4/4 up":       ( 32,  69,  83, 100,  44,  15,  20),
    "5/5 up":       ( 45,  88, 100,  55,  26,  12,  16),
    "1 up":         (  5,  10,  10,  19,  29,  19,  13),
    "2 up":         (  5,   8,  10,  17,  22,   8,   6),
    "3 up":         (  5,   9,  11,  17,  16,   4,   3),
    "4 up":         (  7,  10,  11,  13,   8,   2,   2),
    "5 up":         (  8,  15,  11,   7,   4,   1,   2),
    "reverse up":   (  6,  10,  12,  21,  35,  36,  37),
    "trash up":     (  8,  19,  18,  30,  48,  47,  46),
    "x2 up":        (  1,   5,   9,  31,  87, 100, 100),
    "trap up":      (  3,   6,   8,  10,  18,  21,  22),
    "1 down":       ( 18,  29,  25,  37,  50,  28,  17),
    "2 down":       ( 26,  39,  33,  43,  51,  18,   9),
    "3 down":       ( 41,  49,  49,  53,  46,  11,   5),
    "4 down":       ( 64,  79,  61,  70,  38,   8,   5),
    "5 down":       (100, 100,  88,  60,  32,   6,   3),
    "reverse down": ( 14,  18,  20,  37,  55,  44,  38),
    "trash down":   ( 12,  17,  18,  26,  50,  36,  27),
    "x2 down":      ( 11,  17,  17,  32,  49,  25,  27),
    "trap down":    ( 28,  39,  46,  67,  94,  57,  59),
}

# How often a concealed card in the hand is laid face down, in percent, by the visible total before it.
COVERED_PERCENT = {  # four columns: 0 to 3, 4 to 7, 8 to 11, 12 and more
    "1":       (24, 21, 21, 24),
    "2":       (32, 26, 22, 19),
    "3":       (41, 30, 23, 13),
    "4":       (57, 45, 26,  9),
    "5":       (74, 44, 29,  4),
    "reverse": (20, 18, 22, 33),
    "trash":   (18, 15, 14, 12),
    "x2":      (18, 14, 10,  9),
    "trap":    (40, 38, 42, 57),
}
# fmt: on
