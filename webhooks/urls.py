"""Addresses of webhooks."""

from django.urls import path

from webhooks import views

urlpatterns = [path("accounts/webhook/", views.settings_page, name="webhook-settings")]
