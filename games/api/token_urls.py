"""The pages on which people make and revoke tokens."""

from django.urls import path

from games.api import pages

urlpatterns = [
    path("", pages.tokens, name="account-tokens"),
    path("<int:pk>/revoke/", pages.revoke_token, name="account-token-revoke"),
]
