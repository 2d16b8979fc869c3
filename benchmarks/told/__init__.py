"""Whether anybody is told two things that contradict each other: `python -m benchmarks.told`."""
