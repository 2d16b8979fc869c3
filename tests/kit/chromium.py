"""A real Chromium for browser tests: found on the machine, driven by Playwright, watched for errors."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
HOW_TO_GET_ONE = (
    "No Chromium found, so the browser tests did not run. Install one (Debian, Ubuntu: apt install chromium; "
    "Fedora: dnf install chromium; macOS: brew install --cask chromium) or name one in CHROMIUM=/path/to/it."
)
FEATURES_OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",  # up to here as Playwright has it, whose list ours replaces
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",  # two pages for each window, which cost more than one of ours
)
# Everything a browser does on its own behind a test's back is switched off.
ARGUMENTS = [
    f"--disable-features={','.join(FEATURES_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PHONE = (390, 844)
DESKTOP = (1440, 900)
PATIENCE = 15_000  # milliseconds; for busy machines
ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts"


def chromium_path() -> str | None:
    """The program to start: CHROMIUM, else the first known name on the PATH, else None."""
    if named := os.environ.get("CHROMIUM"):
        return named
    return next((found for name in NAMES if (found := shutil.which(name))), None)


HARMLESS = (
    "the server responded with a status of 4",  # a test that provokes a refusal looks at the page instead
    "htmx:sendAbort",
    "htmx:afterRequest",  # how htmx tells that a choice was given up for a newer one,
    "Status Error Code 429",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser without windows."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's event loop runs in the thread of the tests
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """Somebody at a screen: a browser context of its own, and everything that went wrong in it."""

    keeps_pictures = False
    """Set by conftest.py. To paint a whole page costs more than most of what a test does with it."""

    def __init__(self, context: BrowserContext, base_url: str = "") -> None:
        self.context = context
        self.base_url = base_url
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"script error: {error}"))
        self.open: set[Request] = set()  # asked and not answered; what the page gave up the site may still work on
        self.page.on("request", lambda request: self.open.add(request))
        self.page.on("requestfinished", lambda request: self.open.discard(request))

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in HARMLESS):
            self.complaints.append(message.text)

    def leave(self) -> None:
        """Close the browser once nothing is asked of the site any more: its database is emptied after a test."""
        if not self.page.is_closed():
            self.page.wait_for_timeout(20)  # in which it hears of what was asked last
            if self.open:
                self.page.wait_for_load_state("networkidle")
        self.context.close()

    def picture(self, name: str) -> None:
        """Keep a picture of the whole page as artifacts/<name>.png, if pictures are asked for."""
        if self.keeps_pictures:
            self.page.screenshot(path=ARTIFACTS / f"{name}.png", full_page=True)


class Visitors:
    """Makes visitors and looks through their complaints at the end."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        from playwright.sync_api import expect

        expect.set_options(timeout=PATIENCE)
        self.browser = browser
        self.base_url = base_url
        self.all: list[Visitor] = []

    def __call__(self, size: tuple[int, int] = DESKTOP, *, dark: bool = False, scripts: bool = True) -> Visitor:
        """A new visitor; addresses in `page.goto` are relative to the live server."""
        context = self.browser.new_context(
            base_url=self.base_url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            locale="en-GB",
            timezone_id="Europe/Berlin",
            reduced_motion="reduce",  # marching lines cost a renderer more than all the pages
        )
        context.set_default_timeout(PATIENCE)
        self.all.append(Visitor(context, self.base_url))
        return self.all[-1]

    def close(self) -> list[str]:
        """Close all and return what they complained about."""
        for visitor in self.all:
            visitor.leave()
        return [complaint for visitor in self.all for complaint in visitor.complaints]
