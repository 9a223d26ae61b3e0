"""The reference engine for Guiñote: slow, plain Python, one function per rule.

It is written from the rules alone and shares no code with the compiled kernels, so that the two can be
compared. A section mark in a docstring (such as "1, Arrastre") is a section of RULES.md; a word in quotes
after "switch" is a row of the table of switches in its section 2.
"""
