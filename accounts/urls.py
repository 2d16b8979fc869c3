"""Addresses below /accounts/ that are ours; allauth's follow behind them."""

from django.urls import path

from accounts import proof_views, views

urlpatterns = [
    path("", views.overview, name="account-overview"),
    path("reauthenticate/code/", proof_views.reauthenticate_by_code, name="account_reauthenticate_code"),
    path("code/again/", proof_views.code_again, name="account-code-again"),
    path("address/undo/<str:token>/", proof_views.address_undo, name="account-address-undo"),
    path("again/", views.start_again, name="account-start-again"),
    path("mail/", views.mail, name="account-mail"),
    path("mail/addresses/", views.reply_addresses_void, name="account-mail-addresses"),
    path("mail/works/", views.bounce_forget, name="account-mail-works"),
    path("sessions/<int:pk>/end/", views.session_end, name="account-session-end"),
    path("data/", views.data, name="account-data"),
    path("data/export/", views.export, name="account-export"),
    path("delete/", views.delete, name="account-delete"),
    path("gone/", views.gone, name="account-gone"),
]
