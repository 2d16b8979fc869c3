"""Addresses of the organizers' pages, and of the page on which players ask them."""

from django.urls import path

from games.organize.views import ask, game, many, person, site

urlpatterns = [
    path("organize/", site.games, name="organize"),
    path("organize/many/", many.many, name="organize-many"),
    path("organize/people/", site.people, name="organize-people"),
    path("organize/people/<int:pk>/mail/", site.bounce, name="organize-bounce"),
    path("organize/people/<int:pk>/", person.page, name="organize-person"),
    path("organize/people/<int:pk>/write/", person.write, name="organize-write"),
    path("organize/people/<int:pk>/help/<slug:name>/", person.act, name="organize-help-act"),
    path("organize/mails/", site.outbox, name="organize-outbox"),
    path("organize/mails/<int:pk>/retry/", site.retry, name="organize-retry"),
    path("organize/mails/go/", site.release, name="organize-release"),
    path("organize/audit/", site.audit, name="organize-audit"),
    path("organize/audit/export/", site.audit_export, name="organize-audit-export"),
    path("organize/g/<slug:slug>/", game.now, name="organize-game"),
    path("organize/g/<slug:slug>/journal/", game.journal, name="organize-journal"),
    path("organize/g/<slug:slug>/mails/", game.mails, name="organize-mails"),
    path("organize/g/<slug:slug>/hidden/", game.hidden, name="organize-hidden"),
    path("organize/g/<slug:slug>/do/<slug:name>/", game.act, name="organize-act"),
    path("g/<slug:slug>/ask/", ask.ask, name="game-ask"),
]
