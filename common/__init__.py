"""What every part of the site stands on: values that are kept, times in words, a database that is away."""
