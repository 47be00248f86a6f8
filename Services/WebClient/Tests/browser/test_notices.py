"""The inbox, one notice, and how a person is reached outside the inbox."""

import conftest
from conftest import api, register, state, until, url


def exported(page):
    """Has an export made, so that there is a notice."""
    api(page, "POST", "/v1/export", {"currentPassword": conftest.PASSWORD})


def test_notices_are_read_deleted_and_restored(page):
    register(page)
    page.get_by_role("link", name="Notices").click()
    page.get_by_text("No notices").wait_for()
    state(page, "30-notices-empty")

    exported(page)
    page.get_by_role("link", name="Notices, 1 unread").wait_for()
    page.get_by_text("Your data is ready").wait_for()
    state(page, "31-notices")
    page.get_by_role("button", name="Mark as read").click()
    page.get_by_role("button", name="Mark as unread").click()
    page.get_by_role("button", name="Mark all as read").click()
    page.get_by_role("link", name="Notices", exact=True).wait_for()

    page.get_by_role("button", name="Delete “Your data is ready”").click()
    page.get_by_text("No notices").wait_for()
    # The message stays while it has the focus.
    page.get_by_role("button", name="Undo").focus()
    state(page, "32-notices-deleted")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Your data is ready").click()
    page.get_by_role("link", name="Show what it is about").wait_for()
    state(page, "33-notice")
    page.get_by_role("link", name="Show what it is about").click()
    page.get_by_role("button", name="Download").wait_for()


def test_notice_settings(page):
    register(page)
    page.goto(url("/settings/notices"))
    page.get_by_text("Messages are off for this device.").wait_for()
    state(page, "34-notice-settings")
    page.get_by_label("Quiet hours").check()
    page.get_by_label("Webhook of a chat room").fill("http://example.org")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("begins with https://").wait_for()
    until(lambda: page.evaluate("document.activeElement.name") == "chat")
    state(page, "35-notice-settings-error")
    page.get_by_label("Webhook of a chat room").fill("https://example.org/hook")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved. It applies").wait_for()
    group = page.get_by_role("group", name="Report of the day")
    with page.expect_response(lambda answer: answer.url.endswith("/v1/notification-preferences") and answer.request.method == "PUT"):
        group.get_by_label("Chat room").check()
    page.reload()
    group.get_by_label("Chat room").wait_for()
    assert group.get_by_label("Chat room").is_checked()
    assert page.get_by_label("From").input_value() == "22:00"


def test_refused_push_messages_say_what_to_do(context):
    page = conftest.watched(context)
    register(page)
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page.goto(url("/settings/notices"))
    page.get_by_text("The browser blocks messages of this site.").wait_for()
    state(page, "36-push-denied")
