"""Privacy, signing in, passkeys, the second factor, and who may see."""

import base64
import hashlib
import hmac
import json
import struct
import time

import conftest
from conftest import PASSWORD, keep_draft, register, state, until, url


def prove(page, button="Confirm"):
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("dialog").get_by_role("button", name=button).click()


def one_time_code(secret):
    key = base64.b32decode(secret)
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 10**6:06d}"


def test_consents_log_export(page):
    register(page)
    page.get_by_role("button", name="Menu").click()
    state(page, "70-menu")
    page.get_by_role("link", name="Privacy").click()
    page.get_by_label("My photos and corrections").wait_for()
    state(page, "71-privacy")
    with page.expect_response(lambda answer: answer.url.endswith("/v1/consents") and answer.request.method == "PUT"):
        page.get_by_label("My photos and corrections").check()
    page.reload()
    page.get_by_label("My photos and corrections").wait_for()
    assert page.get_by_label("My photos and corrections").is_checked()
    page.get_by_role("link", name="Who looked").click()
    page.get_by_text("Nobody but you looked").wait_for()
    state(page, "72-access-log")
    page.goto(url("/privacy/export"))
    page.get_by_role("button", name="Gather my data").click()
    page.get_by_label("Your password").fill("wrong password")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("This is not your password.").wait_for()
    state(page, "73-proof-wrong")
    prove(page)
    page.get_by_role("button", name="Download").wait_for()
    state(page, "74-export-ready")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename.endswith(".zip")


def test_erasure_is_requested_and_cancelled(page):
    address = register(page)
    page.goto(url("/privacy/erase"))
    page.get_by_role("button", name="Erase my account").wait_for()
    state(page, "75-erase")
    page.get_by_role("button", name="Erase my account").click()
    prove(page)
    page.get_by_text("Your account is going to be erased.").wait_for()
    state(page, "76-erase-done")
    page.get_by_role("button", name="Go to the sign-in page").click()
    # The server has ended the session, so a sign-in page is already behind the dialog; the one of this address replaces it.
    page.wait_for_url(url("/"))
    page.get_by_text("You have been signed out").wait_for(state="hidden")
    page.get_by_label("E-mail address or user name").fill(address)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_text("This account will be erased on").wait_for()
    # One note instead of an error for each part of the page; the data can still be taken along.
    page.get_by_text("its pages are closed").wait_for()
    assert page.get_by_role("button", name="Try again").filter(visible=True).count() == 0
    state(page, "77-erasing")
    page.get_by_role("link", name="Export my data").click()
    page.get_by_role("button", name="Gather my data").wait_for()
    # The page is loaded anew.
    with page.expect_event("load"):
        page.get_by_role("button", name="Keep my account").click()
    page.goto(url("/"))
    page.get_by_text("Nothing scanned yet").wait_for()
    assert page.get_by_text("This account will be erased on").count() == 0


def test_new_terms_are_accepted_first(page):
    """The server refuses as it does while a newer version of the terms waits; the acceptance itself is a real one."""
    register(page)
    version = page.request.get(url("/v1/terms")).json()["version"]
    page.route("**/v1/notifications?*", lambda route: route.fulfill(
        status=403, content_type="application/problem+json",
        body=json.dumps({"type": "https://x/terms-required", "title": "Terms", "status": 403, "version": version})))
    page.goto(url("/spending"))
    page.get_by_role("heading", name="Before you go on").wait_for()
    state(page, "78-new-terms")
    page.get_by_role("link", name="Read the terms").click()
    page.get_by_role("heading", name="Privacy notice").wait_for()
    page.go_back()
    page.unroute("**/v1/notifications?*")
    with page.expect_response(lambda answer: answer.url.endswith("/v1/terms/acceptance")) as accepted:
        page.get_by_role("button", name="Accept", exact=True).click()
    assert accepted.value.status == 204
    page.get_by_role("link", name="Scan a receipt").or_(page.get_by_text("Scan a receipt")).first.wait_for()


def test_new_terms_in_mid_session(page):
    """The terms change while the client is open: the first refusal of any request leads to the note."""
    register(page)
    version = page.request.get(url("/v1/terms")).json()["version"]
    page.route("**/v1/**", lambda route: route.fulfill(
        status=403, content_type="application/problem+json",
        body=json.dumps({"type": "https://x/terms-required", "title": "Terms", "status": 403, "version": version})))
    page.get_by_role("navigation").get_by_role("link", name="Spending", exact=True).click()
    page.get_by_role("heading", name="Before you go on").wait_for()
    state(page, "78-new-terms-later")
    page.unroute("**/v1/**")
    page.get_by_role("button", name="Accept", exact=True).click()
    page.get_by_text("Scan a receipt").first.wait_for()


def test_sign_in_at_an_issuer(page):
    """The issuer's pages and its answer are played here; the session is that of a new account."""
    origin, seen = url("").rstrip("/"), []
    page.route("**/v1/sessions/oidc", lambda route: route.fulfill(json={
        "items": [{"name": "example", "title": "Example", "redirectUri": f"{origin}/sign-in/return"}]}))

    def issuer(route):
        if route.request.method == "GET":
            route.fulfill(json={"url": f"{origin}/sign-in/return?code=c1&state=s1"})
            return
        seen.append(json.loads(route.request.post_data))
        terms = page.request.get(url("/v1/terms")).json()["version"]
        body = {"email": f"issuer{time.time_ns()}@example.org", "password": PASSWORD, "acceptedTerms": terms,
                "locale": "en", "timeZone": "America/Toronto"}
        route.fulfill(response=route.fetch(url=url("/v1/accounts"), post_data=json.dumps(body)))

    page.route("**/v1/sessions/oidc/example*", issuer)
    page.goto(url("/"))
    page.get_by_role("button", name="Continue with Example").wait_for()
    state(page, "78-issuer")
    page.get_by_role("button", name="Continue with Example").click()
    page.get_by_text("Nothing scanned yet").wait_for()
    assert len(seen) == 1 and (seen[0]["code"], seen[0]["state"]) == ("c1", "s1") and len(seen[0]["secret"]) == 43
    # A link that somebody else has begun signs nobody in.
    page.goto(url("/sign-in/return?code=c2&state=s2"))
    page.get_by_text("Nothing scanned yet").wait_for()
    assert len(seen) == 1


def test_account_and_password(page):
    register(page)
    page.goto(url("/settings"))
    page.get_by_text("Signed in as").wait_for()
    state(page, "78-settings")
    page.get_by_role("link", name="Account and sign-in").click()
    page.get_by_label("Name", exact=True).fill("Anna Roy")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.", exact=True).wait_for()
    state(page, "79-account")
    page.get_by_label("New password").fill("short")
    page.get_by_role("button", name="Change the password").click()
    page.get_by_text("Use at least 8 characters.").wait_for()
    page.get_by_label("New password").fill("another horse battery")
    page.get_by_role("button", name="Change the password").click()
    prove(page)
    page.get_by_text("The password is changed.").wait_for()
    # The link of the e-mail has the code.
    page.goto(url("/verification#code-of-the-mail"))
    assert page.get_by_label("Code from the e-mail").input_value() == "code-of-the-mail"


def test_account_asks_before_unsaved_changes_are_left(page):
    register(page)
    page.goto(url("/account"))
    name = page.get_by_label("Name", exact=True)
    name.fill("Anna Roy")
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_role("heading", name="Save your changes?").wait_for()
    state(page, "79-account-leave")
    page.get_by_role("button", name="Keep editing").click()
    assert page.url == url("/account") and name.input_value() == "Anna Roy"
    # The input outlives the page; a password does not.
    page.get_by_label("New password").fill("another horse battery")
    keep_draft(page)
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    until(lambda: name.input_value() == "Anna Roy")
    assert page.get_by_label("New password").input_value() == ""
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.get_by_text("Nothing scanned yet").wait_for()
    page.goto(url("/account"))
    until(lambda: name.input_value() == "Anna Roy")
    name.fill("Somebody else")
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_role("button", name="Discard").click()
    page.get_by_text("Nothing scanned yet").wait_for()
    page.goto(url("/account"))
    until(lambda: name.input_value() == "Anna Roy")


def test_sessions_elsewhere_are_ended(browser, page):
    address = register(page)
    other = conftest.phone(browser)
    second = conftest.watched(other)
    second.goto(url())
    second.get_by_label("E-mail address or user name").fill(address)
    second.get_by_label("Password", exact=True).fill(PASSWORD)
    second.get_by_role("button", name="Sign in", exact=True).click()
    second.get_by_text("Nothing scanned yet").wait_for()
    page.goto(url("/security"))
    page.get_by_role("button", name="Sign out there").wait_for()
    state(page, "80-sessions")
    page.get_by_role("button", name="Sign out there").click()
    page.get_by_role("button", name="Sign out there").wait_for(state="detached")
    other.close()


def test_second_factor(page):
    address = register(page)
    page.goto(url("/security/factor"))
    page.get_by_role("button", name="Set up an authenticator").click()
    prove(page)
    page.locator("svg.qr").wait_for()
    state(page, "81-factor-set-up")
    secret = page.locator(".copyable code").inner_text()
    page.get_by_label("Code of your authenticator app").fill(one_time_code(secret))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("heading", name="Recovery codes").wait_for()
    state(page, "82-recovery-codes")
    code = page.locator(".codes code").first.inner_text()
    page.get_by_role("button", name="I have kept them").click()
    page.get_by_text("A code is asked for after the password.").wait_for()
    state(page, "83-factor-on")
    page.goto(url("/settings"))
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.get_by_label("E-mail address or user name").fill(address)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Code of your authenticator app").fill(code)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("link", name="Notices").wait_for()


def test_passkey(page):
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})
    register(page)
    page.goto(url("/security/passkeys"))
    page.get_by_text("There is no passkey yet.").wait_for()
    state(page, "84-passkeys-empty")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_label("Name of the passkey").fill("My phone")
    page.get_by_role("button", name="Save").click()
    prove(page)
    page.get_by_text("My phone").wait_for()
    state(page, "85-passkeys")
    page.goto(url("/settings"))
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("link", name="Notices").wait_for()


def test_grant_is_offered_accepted_and_ended(browser, page):
    register(page)
    page.goto(url("/grants"))
    page.get_by_text("Nobody may see your records.").wait_for()
    page.get_by_text("Let somebody see").click()
    page.get_by_role("button", name="Make an invitation").click()
    page.get_by_text("Fill this in.").wait_for()
    state(page, "86-grant-error")
    page.get_by_label("Name of the person").fill("Dr Roy")
    page.get_by_role("button", name="Make an invitation").click()
    token = page.locator(".copyable code").inner_text()
    page.get_by_text("Offered, not accepted yet").wait_for()
    state(page, "87-grants")

    other = conftest.phone(browser)
    second = conftest.watched(other)
    register(second)
    second.goto(url(f"/grants?token={token}"))
    second.get_by_role("button", name="Accept").click()
    second.get_by_role("heading", name="People who let you see theirs").wait_for()
    state(second, "88-grant-accepted")
    second.get_by_role("link", name="See the records").click()
    second.get_by_text("Nothing was entered on this day.").wait_for()
    state(second, "88-granted-records")
    second.get_by_role("button", name="Previous day").click()
    second.go_back()
    second.get_by_text("Comments", exact=True).click()
    second.get_by_label("Write a comment").fill("Add legumes to lunch.")
    second.get_by_role("button", name="Send").click()
    second.get_by_role("listitem").get_by_text("Add legumes to lunch.").last.wait_for()
    state(second, "89-grant-comment")
    other.close()

    page.get_by_role("button", name="End access").click()
    page.get_by_role("dialog").get_by_role("button", name="End access").click()
    page.get_by_text("Access is ended.").wait_for()
