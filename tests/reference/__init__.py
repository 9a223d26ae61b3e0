"""The reference engine for Guiñote: slow, plain Python, one function per rule.

It is written from the rules alone and shares no code with the compiled kernels, so that the two can be
compared. The rules are those of the sheets lascuarenta and ludoteka, told in docs/rules.md. A mark in a docstring
names the rule: (1, Arrastre) is one that no switch changes, by its subject; (2, switch "tute") is a switch.
"""
