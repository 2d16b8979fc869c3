"""Objects of JSON whose fields are read by their names."""

from collections.abc import Mapping
from typing import Any

Facts = Mapping[str, Any]
"""Facts by their names: a stored event, an action, what is said about a decision, the switches of a game. What stands
under a name, the struct or the function says that wrote it; JSON itself does not, nor do the libraries that decode it.
What is only handed on is a mapping of `object`."""
