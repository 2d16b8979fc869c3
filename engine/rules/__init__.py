"""The rule sets that come with the engine; importing this package registers them all."""

from engine.rules import classic as classic
from engine.rules import godstorm as godstorm
from engine.rules import risk2210 as risk2210
