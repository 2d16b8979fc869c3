"""Narrate events: a function with the sentence of each kind, for pages, mails and the API.

A sentence names seats by their colour, the reader as "you", and land by its name. Fields that are hidden from the
reader arrive as None and are not spoken of. Kinds without a function of their own are told from their fields, so a new
rule set is readable before anybody has written a word for it.
"""

from __future__ import annotations

from games.wording.narration.sentences import SENTENCES, Names, name_stand_in, names_for, sentence, story_sentence

# Sentences register themselves by being imported.
from games.wording.narration import battle, cards, host, purchase, setup, turns  # noqa: F401  isort: skip  # registering

__all__ = ["SENTENCES", "Names", "name_stand_in", "names_for", "sentence", "story_sentence"]
