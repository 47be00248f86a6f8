"""The client on a phone: without a connection, in two tabs, in other languages, sizes and colors."""

import json
import re

import pytest

import conftest
from conftest import PASSWORD, PHONE, URL, api, choose, register, scan, state, until, url, watched


def worker_is_ready(page):
    """Waits until the worker keeps the client; without it nothing works offline."""
    assert page.evaluate("""() => Promise.race([
        navigator.serviceWorker.ready.then(() => true), new Promise((resolve) => setTimeout(() => resolve(false), 120_000))])""")


def sealed_entry(page):
    """The first bytes and the size of what waits in the outbox."""
    return page.evaluate("""async () => {
        const name = (await indexedDB.databases()).map((one) => one.name).find((one) => one.startsWith("foodmagic-"));
        const database = await new Promise((resolve) => { indexedDB.open(name).onsuccess = (e) => resolve(e.target.result); });
        const entries = await new Promise((resolve) => {
            database.transaction("outbox").objectStore("outbox").getAll().onsuccess = (e) => resolve(e.target.result);
        });
        database.close();
        return entries.map((one) => [...new Uint8Array(one.sealed.data).slice(0, 3)]);
    }""")


@pytest.mark.sample
def test_photo_waits_without_a_connection_and_is_sent_once(context, page):
    register(page, "milk")
    worker_is_ready(page)
    page.reload()
    page.get_by_text("Nothing scanned yet").wait_for()
    context.set_offline(True)
    page.goto(url("/scan"))
    page.get_by_text("You are offline.").wait_for()
    choose(page, "clean-en.jpg")
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("Kept on this phone").wait_for()
    page.get_by_text("Nothing has been checked yet.").wait_for()
    state(page, "1-verdict-waiting")
    # A JPEG begins with 255, 216, 255.
    assert [entry for entry in sealed_entry(page) if entry == [255, 216, 255]] == []
    page.reload()
    page.get_by_text("1 photo waits to be sent.").wait_for()
    page.get_by_role("link", name="Today", exact=True).click()
    state(page, "24-today-offline")
    context.set_offline(False)
    page.get_by_text("1 photo waits to be sent.").wait_for(state="detached")
    page.locator(".row").first.wait_for()
    page.reload()
    page.locator(".row").first.wait_for()
    page.wait_for_timeout(1_000)
    assert page.locator(".row").count() == 1


def test_scan_of_another_tab_appears_and_sign_out_ends_both(context, page):
    register(page, "milk")
    other = watched(context)
    scan(other, "clean-en.jpg")
    page.get_by_role("link", name="Contains milk").wait_for()
    other.goto(url("/settings"))
    other.get_by_role("button", name="Sign out").click()
    other.get_by_role("heading", name="Sign out?").wait_for()
    state(other, "25-sign-out")
    other.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    other.get_by_role("button", name="Sign in", exact=True).wait_for()
    page.get_by_role("button", name="Sign in", exact=True).wait_for()
    until(lambda: other.evaluate("indexedDB.databases().then((all) => !all.some((one) => one.name.startsWith('foodmagic-')))"))
    assert other.problems == []


def test_sign_in_returns_to_the_page_that_was_asked_for(context, page):
    address = register(page, "milk")
    page.goto(url("/settings"))
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.get_by_label("E-mail address or user name").wait_for()
    page.goto(url("/allergens"))
    page.get_by_label("E-mail address or user name").fill(address)
    page.get_by_label("Password", exact=True).fill("wrong password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_text("The e-mail address or the password is wrong.").wait_for()
    state(page, "26-sign-in-wrong")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_text("What you avoid").wait_for()
    assert page.url == url("/allergens")


def test_recovery_asks_for_a_code(page):
    page.goto(url("/recovery"))
    page.get_by_label("E-mail address or user name").fill("nobody@example.org")
    page.get_by_role("button", name="Send a code").click()
    page.get_by_text("a code is on its way").wait_for()
    page.get_by_label("Code from the e-mail").fill("0")
    page.get_by_label("New password").fill("short")
    page.get_by_role("button", name="Set the new password").click()
    page.locator("[aria-invalid=true]").first.wait_for()
    state(page, "27-recover")
    # The link of the e-mail has the code.
    page.goto(url("/recovery#code-of-the-mail"))
    page.reload()
    assert page.get_by_label("Code from the e-mail").input_value() == "code-of-the-mail"


@pytest.mark.parametrize("code, headline", [
    ("fr", "Contient : lait et fruits à coque"), ("es", "Contiene leche y frutos de cáscara"), ("zh", "含有"),
])
def test_label_flow_in_other_languages(page, code, headline):
    register(page, "milk", "nuts")
    scan(page, "clean-en.jpg")
    address = page.url
    page.goto(url("/settings"))
    page.locator(f".chip[lang={code}]").click()
    page.locator(f"html[lang={code}]").wait_for()
    state(page, f"30-settings-{code}")
    page.goto(address)
    page.locator(".verdict .headline").filter(has_text=re.compile("^" + re.escape(headline).replace(r"\ ", r"\s"))).wait_for()
    state(page, f"31-verdict-{code}")
    page.goto(url("/allergens/profile"))
    page.locator("input[value=milk]").wait_for()
    state(page, f"32-profile-{code}")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("palette", ["standard", "colorBlind", "highContrast"])
def test_themes_and_palettes(page, theme, palette):
    register(page, "milk", "nuts")
    addresses = {}
    for name in ("clean-en.jpg", "traces-en.jpg", "unreadable-en.jpg", "bowed-en.jpg"):
        scan(page, name)
        addresses[name] = page.url
    page.goto(url("/settings"))
    page.locator(f"input[name=theme][value={theme}]").check()
    page.locator(f"input[name=palette][value={palette}]").check()
    state(page, f"40-settings-{theme}-{palette}")
    for name, address in addresses.items():
        page.goto(address)
        page.locator(".photo img").wait_for()
        state(page, f"41-{theme}-{palette}-{name.split('-')[0]}")
    page.goto(url())
    page.locator(".row").first.wait_for()
    state(page, f"42-today-{theme}-{palette}")


@pytest.mark.parametrize("width", [320, 390])
def test_large_text(page, width):
    register(page, "milk", "nuts")
    page.set_viewport_size({"width": width, "height": 844})
    scan(page, "clean-en.jpg")
    address = page.url
    page.goto(url("/settings"))
    page.locator(".chip[lang=fr]").click()
    page.locator("html[lang=fr]").wait_for()
    page.locator("#text-size").fill("200")
    state(page, f"50-settings-200-{width}", width)
    for name, path in (("verdict", address), ("today", url()), ("profile", url("/allergens/profile")), ("scan", url("/scan"))):
        page.goto(path)
        page.locator("main :is(.verdict, .row, .choice, .shutter)").first.wait_for()
        state(page, f"51-{name}-200-{width}", width)


@pytest.mark.parametrize("width, height", [(320, 640), (768, 1024), (1024, 768)])
def test_pages_fit_every_width(page, width, height):
    register(page, "milk", "nuts")
    scan(page, "clean-en.jpg")
    address = page.url
    page.set_viewport_size({"width": width, "height": height})
    for name, path in (("verdict", address), ("today", url()), ("allergens", url("/allergens")), ("scan", url("/scan"))):
        page.goto(path)
        page.locator("main :is(.verdict, .row, .shutter)").first.wait_for()
        state(page, f"60-{name}-{width}", width, height)


@pytest.mark.sample
def test_scan_by_keyboard_only(page):
    """Every step of a scan without a pointer."""
    register(page, "milk")
    page.reload()
    page.locator("a.tab.scan").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("dialog.drawer[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator("a.tab.scan").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Type the list").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Ingredient list").focus()
    page.keyboard.type("Ingredients: milk")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".verdict .headline").wait_for()
    until(lambda: page.evaluate("document.activeElement.tagName") == "H1")


@pytest.mark.sample
def test_headers_and_installation(playwright, tmp_path):
    """The page keeps to its policy, and can be installed. Installing needs a profile that is kept."""
    context = playwright.chromium.launch_persistent_context(
        str(tmp_path), executable_path="/usr/bin/chromium", args=conftest.ARGUMENTS, viewport=PHONE, timeout=conftest.TIMEOUT)
    context.set_default_timeout(conftest.TIMEOUT)
    page = watched(context)
    answer = page.goto(url())
    assert "require-trusted-types-for 'script'" in answer.headers["content-security-policy"]
    page.get_by_role("button", name="Sign in", exact=True).wait_for()
    worker_is_ready(page)
    session = context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert errors == [], errors
    refused = page.evaluate("""() => { try { document.body.innerHTML = "<p>x</p>"; return false; } catch { return true; } }""")
    # The console tells the refusal, and nothing else.
    assert refused and URL in page.url and all("TrustedHTML" in problem for problem in page.problems)
    context.close()


def share_photo(page):
    """Sends what a phone sends to the share target of an installed client."""
    page.evaluate("""() => {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action: "/share", enctype: "multipart/form-data", id: "sharing" });
        const input = document.createElement("input");
        Object.assign(input, { type: "file", name: "photo" });
        form.append(input);
        document.body.append(form);
    }""")
    page.locator("#sharing input").set_input_files(conftest.LABELS / "clean-en.jpg")
    page.evaluate("document.getElementById('sharing').submit()")
    page.get_by_text("What does the photo show?").wait_for()


def stored_share(page):
    """Whether the device holds a shared photo."""
    return page.evaluate("""async () => {
        const database = await new Promise((resolve) => { indexedDB.open("foodmagic").onsuccess = (e) => resolve(e.target.result); });
        const key = await new Promise((resolve) => {
            database.transaction("session").objectStore("session").getKey("shared").onsuccess = (e) => resolve(e.target.result);
        });
        database.close();
        return key === "shared";
    }""")


def test_photo_that_another_app_shares(context, page):
    """The worker stores the photo, so that it is there after the browser has stopped the worker."""
    register(page, "milk")
    worker_is_ready(page)
    page.goto(url("/share"))
    page.get_by_text("No photo has arrived").wait_for()
    state(page, "29-share-empty")
    share_photo(page)
    state(page, "29-share")
    session = context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    page.reload()
    page.get_by_text("What does the photo show?").wait_for()
    page.get_by_role("link", name="Label", exact=True).click()
    page.get_by_role("button", name="Use this photo").click()
    page.locator(".verdict .headline").wait_for()
    assert page.locator(".verdict .headline").inner_text() == "Contains milk"
    until(lambda: not stored_share(page))
    # Signing out deletes one that was not used.
    page.goto(url("/share"))
    page.get_by_text("No photo has arrived").wait_for()
    share_photo(page)
    assert stored_share(page)
    page.goto(url("/settings"))
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.get_by_label("E-mail address or user name").wait_for()
    until(lambda: not stored_share(page))


def test_going_back_restores_the_scroll_position(page):
    register(page, "milk")
    for number in range(10):
        api(page, "POST", "/v1/label-scans", {"text": f"Ingredients: milk, sugar, water {number}"})
    page.goto(url("/allergens"))
    page.locator(".row").nth(9).wait_for()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    before = page.evaluate("scrollY")
    assert before > 100
    page.locator("a[href^='/scans/']").nth(9).click()
    page.locator(".verdict .headline").wait_for()
    until(lambda: page.evaluate("scrollY") == 0)
    page.go_back()
    page.locator(".row").nth(9).wait_for()
    until(lambda: abs(page.evaluate("scrollY") - before) < 20)


def test_going_back_from_changes_asks_once(page):
    register(page, "milk")
    page.get_by_role("link", name="Allergens", exact=True).first.click()
    page.get_by_role("link", name="Change").click()
    page.locator("input[value=nuts]").check()
    page.go_back()
    page.get_by_role("heading", name="Save your changes?").wait_for()
    page.get_by_role("button", name="Keep editing").click()
    assert page.url == url("/allergens/profile") and page.locator("input[value=nuts]").is_checked()
    page.go_back()
    page.get_by_role("button", name="Discard").click()
    page.wait_for_url("**/allergens")
    page.get_by_text("What you avoid").first.wait_for()
    # The page that asked is not on the way back.
    page.go_back()
    page.wait_for_url(url("/"))


def test_push_message_is_shown(context, page):
    """Subscribing needs the internet; the browser delivers the message itself."""
    context.grant_permissions(["notifications"])
    register(page)
    worker_is_ready(page)
    session = context.new_cdp_session(page)
    registrations = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    # Events arrive while Playwright waits.
    until(lambda: page.wait_for_timeout(100) or registrations)
    message = {"id": "n1", "title": "Contains milk", "body": "Changed: Oat bar", "link": url("/notifications/n1"), "language": "en"}
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": URL, "registrationId": registrations[0]["registrationId"], "data": json.dumps(message)})
    shown = until(lambda: page.evaluate("""async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map(({ title, body, tag, lang }) => [title, body, tag, lang])"""))
    assert shown == [["Contains milk", "Changed: Oat bar", "n1", "en"]]


def test_error_page_keeps_what_was_typed(page):
    register(page)
    page.goto(url("/scan?type=1"))
    page.get_by_label("Ingredient list").fill("Ingredients: rye")
    page.evaluate("setTimeout(() => { throw new Error('broken on purpose'); })")
    page.get_by_text("Something went wrong").wait_for()
    assert page.locator("textarea").input_value() == "Ingredients: rye"
    state(page, "28-error")
    page.problems.clear()
