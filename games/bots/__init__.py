"""House players: each chooses an act from a View, and from nothing else.

A level is a function ``choose(view, rng) -> Act`` that knows what its seat may know. It values
cards by the RuleSet's point table, never by the numbers of classic Hearts, and is deterministic
for a given ``rng``. :mod:`games.bots.house` names the levels.
"""
