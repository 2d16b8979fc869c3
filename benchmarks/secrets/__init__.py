"""Whether anybody can tell what others hide, on a site of its own: `python -m benchmarks.secrets`."""
