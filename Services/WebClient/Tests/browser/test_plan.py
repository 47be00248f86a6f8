"""Choosing Pro, paying on the provider's page, changing, the money back, and cancelling."""

import urllib.parse
import urllib.request

import pytest
from conftest import register, state, url

CARD = "4242424242424242"


def pay(page, button="Pay on the provider’s page"):
    """Pays on the page of the provider's sandbox, and comes back."""
    page.get_by_role("button", name=button).first.click()
    page.wait_for_url("**/pay/**")
    form = urllib.parse.urlencode({"card": CARD}).encode()
    try:
        urllib.request.build_opener(NoRedirect).open(page.url, form)
    except urllib.error.HTTPError as answer:
        assert answer.code in (302, 303), answer.code
    page.goto(url("/plan/return"))


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


@pytest.mark.sample
def test_upgrade_change_refund(page):
    register(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Plan").click()
    page.get_by_role("heading", name="What Pro adds").wait_for()
    page.get_by_text("$7.99").first.wait_for()
    state(page, "40-plan-basic")
    page.get_by_role("button", name="Pay on the provider’s page").first.click()
    page.get_by_role("alert").get_by_text("Choose a province or state").wait_for()
    state(page, "41-plan-no-region")
    page.get_by_label("Where you live").select_option("CA-ON")
    page.get_by_text("HST (13 %)").first.wait_for()
    state(page, "42-plan-taxes")

    # Leaving the provider's page without paying leads back to a plan that waits.
    page.get_by_role("button", name="Pay on the provider’s page").first.click()
    page.wait_for_url("**/pay/**")
    page.goto(url("/plan/return"))
    page.get_by_text("Waiting for the payment provider").first.wait_for()
    state(page, "43-plan-waiting")
    page.get_by_text("Nothing was paid").wait_for()
    state(page, "44-plan-not-paid")
    page.get_by_role("link", name="Go to the plan").click()
    page.get_by_role("link", name="Continue to the payment").wait_for()
    state(page, "45-plan-awaiting")
    page.get_by_role("button", name="Do not pay").click()

    pay(page)
    page.get_by_text("Pro is unlocked").wait_for()
    state(page, "46-plan-done")
    page.get_by_role("link", name="Go to the plan").click()
    page.get_by_text("Renews on").wait_for()
    page.get_by_role("button", name="Get the money back").wait_for()
    state(page, "47-plan-pro")

    with page.expect_download() as download:
        page.get_by_role("button", name="Receipt as PDF").click()
    assert download.value.suggested_filename.endswith(".pdf")

    page.get_by_role("button", name="Change to CA$79.99 a year").click()
    page.get_by_role("heading", name="Change the plan").last.wait_for()
    state(page, "48-plan-quote")
    page.get_by_role("button", name="Cancel", exact=True).click()

    page.get_by_role("button", name="Cancel the plan").click()
    page.get_by_role("heading", name="Cancel Pro?").wait_for()
    state(page, "49-plan-cancel")
    page.get_by_role("dialog").get_by_role("button", name="Cancel the plan").click()
    page.get_by_text("Pro ends on").wait_for()
    state(page, "50-plan-ending")

    page.get_by_role("button", name="Get the money back").click()
    page.get_by_role("dialog").get_by_role("button", name="Get the money back").click()
    page.get_by_text("Refunded", exact=True).wait_for()
    page.get_by_role("heading", name="What Pro adds").wait_for()
    state(page, "51-plan-refunded")


def test_invalid_seat_invitation(page):
    register(page)
    page.goto(url("/plan"))
    page.get_by_text("I have an invitation to a seat").click()
    page.get_by_label("Invitation", exact=True).fill("nothing")
    page.get_by_role("button", name="Take the seat").click()
    page.get_by_text("This invitation is wrong").wait_for()
    state(page, "52-seat-wrong")
