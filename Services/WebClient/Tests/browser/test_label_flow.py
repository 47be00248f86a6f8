"""Register, say what to avoid, scan labels, and get each verdict."""

import re

import conftest
import pytest
from conftest import choose, keep_draft, register, scan, state, until, url

VERDICTS = [
    ("contains", "clean-en.jpg", "Contains milk and tree nuts", "You avoid this."),
    ("may-contain", "traces-en.jpg", "May contain milk and tree nuts", "The label warns of traces."),
    ("could-not-read", "unreadable-en.jpg", "Could not read it all", "Treat it as unsafe"),
    ("not-detected", "bowed-en.jpg", "Nothing you avoid was found", "Looked for: milk and tree nuts."),
]


@pytest.mark.sample
def test_register_scan_and_settings(page):
    page.goto(url())
    page.get_by_role("button", name="Sign in", exact=True).wait_for()
    state(page, "01-sign-in")

    page.get_by_role("link", name="Create an account").click()
    page.get_by_role("button", name="Create an account").click()
    page.get_by_text("This is not an e-mail address.").wait_for()
    until(lambda: page.evaluate("document.activeElement.name") == "email")
    state(page, "02-register-errors")

    register(page, "milk", "nuts")
    state(page, "04-today-empty")

    for name, label, headline, detail in VERDICTS:
        assert scan(page, label) == headline
        card = page.locator(".verdict")
        assert detail in card.inner_text()
        assert card.get_attribute("role") == "alert"
        state(page, f"1-verdict-{name}")

    page.get_by_role("link", name="Today", exact=True).click()
    page.locator(".row").nth(2).wait_for()
    state(page, "20-today")

    page.get_by_role("link", name="Allergens", exact=True).first.click()
    page.locator(".row").nth(3).wait_for()
    state(page, "21-allergens")

    # An old result is read again, with its photo, and not announced.
    page.get_by_role("link", name="Contains milk and tree nuts").click()
    page.locator(".photo img").wait_for()
    assert page.locator(".verdict").get_attribute("role") is None
    page.locator(".photo polygon").nth(1).wait_for(state="attached")
    assert page.locator(".photo polygon").count() == 2
    page.reload()
    page.locator(".photo img").wait_for()

    page.get_by_role("button", name="Menu").click()
    state(page, "22-menu")
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("Signed in as").wait_for()
    state(page, "23-settings")


@pytest.mark.sample
def test_live_camera(page):
    register(page, "milk")
    page.locator("a.tab.scan").click()
    page.locator("button.shutter:not([aria-disabled])").wait_for()
    state(page, "05-camera")
    page.get_by_role("button", name="Take the photo").click()
    page.get_by_role("button", name="Use this photo").wait_for()
    state(page, "06-review")
    page.get_by_role("button", name="Take another").click()
    page.locator("button.shutter:not([aria-disabled])").click()
    page.get_by_role("button", name="Use this photo").click()
    page.locator(".verdict .headline").wait_for()
    assert page.locator(".verdict .headline").inner_text() == "Contains milk"


def test_refused_camera_leaves_the_other_ways(browser_without_consent):
    context = conftest.phone(browser_without_consent)
    page = conftest.watched(context)
    register(page)
    page.goto(url("/scan"))
    page.get_by_text("Without the camera you can still choose a photo or type the list.").wait_for()
    state(page, "07-camera-refused")
    choose(page, "clean-en.jpg")
    page.get_by_role("button", name="Use this photo").wait_for()
    context.close()


def test_typed_list_without_a_profile(page):
    register(page)
    page.goto(url("/scan"))
    page.get_by_role("button", name="Type the list").click()
    page.get_by_label("Ingredient list").fill("Ingredients: oats, skimmed milk powder")
    state(page, "08-typing")
    # What was typed is there again after a reload.
    keep_draft(page)
    page.reload()
    page.get_by_role("button", name="Type the list").click()
    assert "skimmed milk" in page.get_by_label("Ingredient list").input_value()
    page.get_by_role("button", name="Check the list").click()
    page.locator(".verdict .headline").wait_for()
    assert page.locator(".verdict .headline").inner_text().startswith("The label names gluten")
    assert "You have not said what you avoid." in page.locator(".verdict").inner_text()
    state(page, "1-verdict-no-profile")
    page.get_by_role("link", name="Choose what you avoid").click()
    page.get_by_text("Milk", exact=True).wait_for()
    page.locator("input[value=milk]").check()
    state(page, "03-profile")

    # Leaving with a change asks.
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_role("heading", name="Save your changes?").wait_for()
    state(page, "03-profile-leave")
    page.get_by_role("button", name="Keep editing").click()
    assert page.url.endswith("/allergens/profile")
    page.get_by_role("button", name="Save").click()
    page.locator(".row").first.wait_for()
    # Earlier scans are judged again.
    page.get_by_role("link", name="Changed: now contains milk").wait_for()
    page.get_by_role("link", name="Changed: now contains milk").click()
    page.locator(".verdict .mark .icon + .icon").wait_for()
    state(page, "1-verdict-changed")


def test_file_that_is_no_photo(page):
    register(page)
    page.goto(url("/scan"))
    choose(page, {"name": "list.jpg", "mimeType": "image/jpeg", "buffer": b"%PDF-1.7"})
    page.get_by_text("This file cannot be used.").wait_for()
    state(page, "09-no-photo")


def test_correction_of_the_recognized_text(page):
    register(page, "milk")
    scan(page, "bowed-en.jpg")
    page.get_by_text("Not read right?").click()
    page.get_by_label("Ingredient list").fill("Ingredients: milk")
    page.get_by_role("button", name="Check again").click()
    page.get_by_role("heading", name=re.compile("Contains milk")).wait_for()
