"""The models and the migrations say the same, and no migration breaks the code of the last release."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

from tests.kit.last_release import released_migrations
from tests.kit.packages import ROOT, product

APPS = tuple(name for name in product() if (ROOT / name / "migrations").is_dir())

pytestmark = pytest.mark.databases


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=3)


@pytest.mark.once
def test_no_migration_since_the_last_release_breaks_its_code() -> None:
    loader = MigrationLoader(None, replace_migrations=False)
    released = {(app, name) for app in APPS for name in released_migrations(app)}
    assert released <= set(loader.disk_migrations), "a migration of the last release is gone or renamed"
    ours = {key: migration for key, migration in loader.disk_migrations.items() if key[0] in APPS}
    leaves = [max(key for key in released if key[0] == app) for app in sorted({app for app, _ in released})]
    before = loader.project_state(leaves)
    found = [
        f"{app}/{name}: {fault}"
        for (app, name), migration in sorted(ours.items())
        if (app, name) not in released and not migration.replaces
        for fault in faults(before, app, migration.operations)
    ]
    assert not found, "\n".join(found)


def faults(before: ProjectState, app: str, operations: Iterable[Operation]) -> Iterator[str]:
    """What operations do to the tables of `before` that code written for them cannot bear."""
    for one in operations:
        if isinstance(one, migrations.SeparateDatabaseAndState):
            yield from faults(before, app, one.database_operations)
            continue
        name = str(getattr(one, "model_name_lower", None) or getattr(one, "old_name_lower", "") or one_name(one))
        known = before.models.get((app, name))
        if known is not None:
            yield from faults_of(known.fields, one, name)


def one_name(operation: Operation) -> str:
    return str(getattr(operation, "name_lower", ""))


def faults_of(fields: dict[str, models.Field], one: Operation, model: str) -> Iterator[str]:
    if isinstance(one, migrations.AddField) and is_demanded(one.field):
        yield f"{model}.{one.name} cannot be null and has no db_default: code that does not know it cannot add rows"
    elif isinstance(one, migrations.RemoveField) and one.name in fields:
        yield f"{model}.{one.name} is used by the last release: stop using it first, remove it a release later"
    elif isinstance(one, migrations.RenameField) and one.old_name in fields:
        yield f"{model}.{one.old_name} is used by the last release under that name: add another field instead"
    elif isinstance(one, migrations.DeleteModel | migrations.RenameModel | migrations.AlterModelTable):
        yield f"the table of {model} is used by the last release"
    elif isinstance(one, migrations.AlterField) and (old := fields.get(one.name)) is not None:
        if old.null and not one.field.null:
            yield f"{model}.{one.name} may be null for the last release"
        if old.db_type(connection) != one.field.db_type(connection) and not is_wider(old, one.field):
            yield f"{model}.{one.name} changes from {old.db_type(connection)} to {one.field.db_type(connection)}"


def is_wider(old: models.Field, new: models.Field) -> bool:
    """Whether a text has only become longer."""
    if not isinstance(old, models.CharField) or not isinstance(new, models.CharField | models.TextField):
        return False
    return new.max_length is None or (old.max_length or 0) <= new.max_length


def is_demanded(field: models.Field) -> bool:
    """Whether a row cannot be added without a value for the field."""
    return not field.many_to_many and not field.null and field.db_default is NOT_PROVIDED


@pytest.mark.once
@pytest.mark.parametrize(
    ("operation", "fault"),
    [
        (migrations.AddField("game", "more", models.IntegerField(default=0)), "no db_default"),
        (migrations.RemoveField("game", "round"), "remove it a release later"),
        (migrations.RenameField("game", "round", "turn"), "under that name"),
        (migrations.DeleteModel("Game"), "the table of game"),
        (migrations.RenameModel("Game", "Match"), "the table of game"),
        (migrations.AlterField("game", "deadline_at", models.DateTimeField()), "may be null"),
        (migrations.AlterField("game", "seq", models.TextField(null=True)), "changes from"),
        (migrations.SeparateDatabaseAndState([migrations.RemoveField("game", "seq")]), "remove it a release later"),
        (migrations.AlterField("game", "name", models.CharField(max_length=10)), "changes from varchar(60)"),
        (migrations.AlterField("game", "name", models.CharField(max_length=90)), ""),
        (migrations.AddField("game", "more", models.IntegerField(null=True)), ""),
        (migrations.AddField("game", "more", models.DurationField(db_default=timedelta())), ""),
        (migrations.AddField("unknown", "more", models.IntegerField()), ""),
        (migrations.RemoveField("game", "unknown"), ""),
        (migrations.SeparateDatabaseAndState([], [migrations.RemoveField("game", "seq")]), ""),
    ],
)
def test_what_breaks_the_last_release_is_found(operation: Operation, fault: str) -> None:
    before = MigrationLoader(None, replace_migrations=False).project_state([("games", "0006_time_given")])
    found = list(faults(before, "games", [operation]))
    assert [fault in each for each in found] == ([True] if fault else [])
