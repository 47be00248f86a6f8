"""The diary of reactions: online, offline, with undo."""

from conftest import api, keep_draft, register, scan, state, url


def test_diary(page):
    register(page, "milk", "nuts")
    scan(page, "clean-en.jpg")
    page.goto(url("/allergens"))
    page.get_by_role("link", name="Reactions diary").click()
    page.get_by_text("No reactions noted").wait_for()
    state(page, "60-reactions-empty")
    page.get_by_role("link", name="Add a reaction").click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Choose an allergen, or name what caused it.").wait_for()
    state(page, "61-reaction-error")
    page.get_by_label("Milk").check()
    page.get_by_label("Hives").check()
    page.get_by_label("Moderate").check()
    page.get_by_label("Notes").fill("After lunch")
    state(page, "62-reaction-new")
    # What was entered is there again after a reload.
    keep_draft(page)
    page.reload()
    page.get_by_label("Notes").wait_for()
    assert page.get_by_label("Notes").input_value() == "After lunch"
    assert page.get_by_label("Milk").is_checked()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Milk").wait_for()
    state(page, "63-reactions")

    page.get_by_role("link", name="Milk").click()
    page.get_by_text("Holds or may hold what you suspect").wait_for()
    state(page, "64-reaction")
    page.get_by_label("Severe").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Severe · Hives").wait_for()
    page.get_by_role("link", name="Milk").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_text("No reactions noted").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Milk").wait_for()


def test_entry_without_a_connection_is_sent_later(page, context):
    register(page, "milk")
    page.goto(url("/reactions/new"))
    page.get_by_label("Milk").wait_for()
    context.set_offline(True)
    page.get_by_label("Milk").check()
    page.get_by_label("Day").fill("2020-05-01")
    page.get_by_role("button", name="Save").click()
    page.locator(".row.waiting").wait_for()
    state(page, "65-reaction-offline")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="On this phone").click()
    page.get_by_text("Reaction", exact=True).wait_for()
    state(page, "66-device-waiting")
    context.set_offline(False)
    page.get_by_text("Nothing waits.").wait_for()
    entries = api(page, "GET", "/v1/reactions")["items"]
    assert [one["occurredOn"] for one in entries] == ["2020-05-01"]
