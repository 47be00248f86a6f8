"""What goes wrong on a phone: each case has a state that says what to do, and nothing that was entered is lost."""

import json

import pytest
from conftest import LABELS, PASSWORD, api, choose, keep_draft, phone, register, scan, state, until, url, watched

NO_CAMERA = """
navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotFoundError"));
"""
INSECURE = """
Object.defineProperty(navigator, "mediaDevices", { value: undefined });
Object.defineProperty(window, "isSecureContext", { value: false });
"""
CLOCK_A_DAY_AHEAD = """
const RealDate = Date, day = 86_400_000;
globalThis.Date = class extends RealDate {
    constructor(...parts) {
        if (parts.length > 0) super(...parts);
        else super(RealDate.now() + day);
    }
    static now() { return RealDate.now() + day; }
};
"""
FULL_DEVICE = """
globalThis.isFull = true;
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...values) {
    if (globalThis.isFull && this.name === "outbox") throw new DOMException("", "QuotaExceededError");
    return put.apply(this, values);
};
"""
BLOCKED_SITE_DATA = """
IDBFactory.prototype.open = () => { throw new DOMException("", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, { get() { throw new DOMException("", "SecurityError"); } });
}
"""


def refuse(page, path, kind, status):
    """The server refuses requests to a path without a query, until `page.unroute(path)`."""
    page.route(path, lambda route: route.fulfill(
        status=status, content_type="application/problem+json",
        body=json.dumps({"type": f"https://x/{kind}", "title": kind, "status": status})))


def scans(page):
    return api(page, "GET", "/v1/label-scans")["items"]


@pytest.mark.parametrize("script, words, name", [
    (NO_CAMERA, "This device has no camera that can be used here.", "no-camera"),
    (INSECURE, "The camera needs a secure connection (https).", "camera-insecure"),
])
def test_without_a_camera_the_other_ways_are_offered(page, script, words, name):
    register(page)
    page.add_init_script(script)
    page.goto(url("/scan/label"))
    page.get_by_text(words).wait_for()
    state(page, f"100-{name}")
    choose(page, "clean-en.jpg")
    page.get_by_role("button", name="Use this photo").wait_for()


@pytest.mark.parametrize("file", [
    {"name": "IMG_0001.HEIC", "mimeType": "image/heic", "buffer": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"},
    {"name": "list.jpg", "mimeType": "image/jpeg", "buffer": b"%PDF-1.7"},
], ids=["heic", "pdf"])
@pytest.mark.parametrize("kind, button", [("label", "Choose a photo"), ("meal", "Choose a photo"), ("receipt", "Choose photos")])
def test_undecodable_image_file(page, file, kind, button):
    register(page)
    page.goto(url(f"/scan/{kind}"))
    choose(page, file, button)
    page.get_by_text("This file cannot be used. Choose a photo as JPEG, PNG or WebP.").wait_for()


def test_photo_of_15_megabytes_is_made_smaller(page):
    register(page, "milk")
    page.goto(url("/scan/label"))
    # Bytes behind the end of a JPEG are no part of the picture.
    photo = (LABELS / "clean-en.jpg").read_bytes() + b"\0" * 16_500_000
    choose(page, {"name": "label.jpg", "mimeType": "image/jpeg", "buffer": photo})
    page.get_by_role("button", name="Use this photo").click()
    page.locator(".verdict .headline").wait_for()
    # The server refuses photos of more than 15 MB.
    assert page.locator(".verdict .headline").inner_text() == "Contains milk"


@pytest.mark.sample
def test_server_crashes_during_an_upload(page):
    register(page, "milk")
    page.goto(url("/scan/label"))
    for path in ("**/v1/photos", "**/v1/label-scans"):
        page.route(path, lambda route: route.abort())
    choose(page, "clean-en.jpg")
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("Kept on this phone").wait_for()
    state(page, "101-server-died")
    page.get_by_role("link", name="Go to Today").click()
    page.get_by_text("1 photo waits to be sent.").wait_for()
    for path in ("**/v1/photos", "**/v1/label-scans"):
        page.unroute(path)
    page.get_by_text("1 photo waits to be sent.").wait_for(state="detached")
    page.get_by_role("link", name="Contains milk").wait_for()
    assert len(scans(page)) == 1


def test_photo_is_sent_again_after_503(page):
    """An answer of 503 with a reason: the server is reached, and the client stays open."""
    register(page, "milk")
    page.goto(url("/scan/label"))
    refuse(page, "**/v1/label-scans", "unavailable", 503)
    choose(page, "clean-en.jpg")
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("We cannot read photos right now.").wait_for()
    page.unroute("**/v1/label-scans")
    page.get_by_role("link", name="Go to Today").click()
    page.get_by_role("link", name="Contains milk").wait_for()
    assert len(scans(page)) == 1
    # The browser reports the 503 as an error of the console.
    assert all("503" in problem for problem in page.problems)
    page.problems.clear()


def test_refused_entry_shows_the_reason_and_is_sent_again(context, page):
    register(page, "milk")
    page.goto(url("/scan/label"))
    page.locator("button.shutter").wait_for()
    context.set_offline(True)
    choose(page, "clean-en.jpg")
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("Kept on this phone").wait_for()
    refuse(page, "**/v1/label-scans", "unreadable", 422)
    context.set_offline(False)
    page.get_by_text("1 photo was refused.").wait_for()
    page.get_by_role("link", name="See why").click()
    page.get_by_text("The photo could not be read. Take another one, or type the list.").wait_for()
    state(page, "102-refused-entry")
    page.unroute("**/v1/label-scans")
    page.get_by_role("button", name="Send again").click()
    page.get_by_text("Nothing waits.").wait_for()
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_role("link", name="Contains milk").wait_for()
    assert len(scans(page)) == 1


def test_device_clock_wrong_by_a_day(page):
    register(page, "milk")
    page.add_init_script(CLOCK_A_DAY_AHEAD)
    page.goto(url("/"))
    page.get_by_text("The clock of this phone is wrong").wait_for()
    state(page, "103-clock")
    assert scan(page, "clean-en.jpg") == "Contains milk"


@pytest.mark.sample
def test_photo_is_kept_when_the_session_ends_elsewhere(page):
    address = register(page, "milk")
    page.goto(url("/scan/label"))
    choose(page, "clean-en.jpg")
    refused = ("**/v1/label-scans", "**/v1/sessions/refresh")
    for path in refused:
        refuse(page, path, "session-ended", 401)
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("You have been signed out.").first.wait_for()
    state(page, "104-signed-out")
    for path in refused:
        page.unroute(path)
    page.get_by_label("E-mail address or user name").fill(address)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    with page.expect_response("**/v1/sessions") as made:
        page.get_by_role("button", name="Sign in", exact=True).click()
    page.token = made.value.json()["session"]["accessToken"]
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_role("link", name="Contains milk").wait_for()
    assert len(scans(page)) == 1


def sign_in_again(page, address, refused):
    """Signs in on the page that a session ended on another device leads to; no request is refused any more."""
    page.get_by_text("You have been signed out.").first.wait_for()
    for path in refused:
        page.unroute(path)
    page.get_by_label("E-mail address or user name").fill(address)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_session_that_ended_elsewhere_keeps_an_unconfirmed_photo(page):
    address = register(page, "milk")
    page.goto(url("/scan/label"))
    page.locator("button.shutter").wait_for()
    refused = ("**/v1/photos", "**/v1/sessions/refresh")
    for path in refused:
        refuse(page, path, "session-ended", 401)
    # The photo is sent while the person looks at it, which ends the session here.
    choose(page, "clean-en.jpg")
    sign_in_again(page, address, refused)
    page.get_by_role("button", name="Use this photo").click()
    page.locator(".verdict .headline").wait_for()
    assert page.locator(".verdict .headline").inner_text() == "Contains milk"


def test_typed_form_outlives_a_session_that_ended_elsewhere(page):
    address = register(page)
    page.goto(url("/budgets/new"))
    page.get_by_label("Name").fill("Food")
    page.get_by_label("Limit").fill("50")
    keep_draft(page)
    refused = ("**/v1/budgets", "**/v1/sessions/refresh")
    for path in refused:
        refuse(page, path, "session-ended", 401)
    page.get_by_role("button", name="Save").click()
    sign_in_again(page, address, refused)
    until(lambda: page.get_by_label("Limit").input_value() == "50")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/budgets/*-*")


def test_full_device_keeps_the_photo_on_the_page(page):
    register(page, "milk")
    page.add_init_script(FULL_DEVICE)
    page.goto(url("/scan/label"))
    choose(page, "clean-en.jpg")
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("This device has no room left.").wait_for()
    page.get_by_role("img", name="Your photo").wait_for()
    state(page, "105-storage-full")
    page.evaluate("globalThis.isFull = false")
    page.get_by_role("button", name="Try again").click()
    page.locator(".verdict .headline").wait_for()
    assert page.locator(".verdict .headline").inner_text() == "Contains milk"


def test_blocked_site_data_and_no_third_party_cookies(browser):
    """Without storage of the browser the client works until it is closed; cookies are of its own address alone."""
    context = phone(browser)
    context.add_init_script(BLOCKED_SITE_DATA)
    page = watched(context)
    register(page, "milk")
    page.locator("a.tab.scan").click()
    choose(page, "clean-en.jpg")
    page.get_by_role("button", name="Use this photo").click()
    page.locator(".verdict .headline").wait_for()
    assert page.locator(".verdict .headline").inner_text() == "Contains milk"
    assert {cookie["domain"] for cookie in context.cookies()} <= {url("/").split("/")[2].split(":")[0]}
    assert page.problems == []
    context.close()


def test_crashed_page_keeps_a_typed_receipt(page):
    register(page)
    page.goto(url("/receipts/new"))
    page.get_by_label("Shop").first.fill("Corner shop")
    page.evaluate("setTimeout(() => { throw new Error('broken on purpose'); })")
    page.get_by_text("Something went wrong").wait_for()
    assert "Corner shop" in [field.input_value() for field in page.locator("textarea").all()]
    page.problems.clear()
