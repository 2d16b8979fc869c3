"""Settings and wiring of the site.

The Celery app is not imported here: it takes a good part of a second that a page does not need. Whoever has a task to
send imports `games.tasks`, and that imports `config.celery`.
"""
