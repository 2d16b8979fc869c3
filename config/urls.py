"""Every address of the site. The games' own pages stand at the root, everything else below a word."""

from django.contrib import admin
from django.urls import include, path

from accounts.views import mail_by_link
from config import health, security

urlpatterns = [
    path("", include("calendars.urls")),
    path("", include("coaching.urls")),
    path("", include("figures.urls")),
    path("", include("following.urls")),
    path("", include("inbound.urls")),
    path("", include("replay.urls")),
    path("", include("substitutes.urls")),
    path("", include("tournaments.urls")),
    path("", include("press.urls")),
    path("", include("votes.urls")),
    path("", include("webhooks.urls")),
    path("", include("games.urls")),
    path("", include("games.organize.urls")),
    path("m/<str:token>/", mail_by_link, name="mail-preferences"),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("accounts/tokens/", include("games.api.token_urls")),
    path("api/", include("games.api.urls")),
    path("admin/", admin.site.urls),
    path(".well-known/security.txt", security.security_txt, name="security-txt"),
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
]

handler400 = "config.refusals.bad_request_response"
handler500 = "config.unavailable.unavailable_response"
handler429 = "accounts.views.too_many_handler"  # allauth asks for it when one of its limits is passed
