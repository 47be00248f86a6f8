"""Photograph a receipt, correct it, see what was spent, and set a budget."""

import re

import conftest
import pytest
from conftest import ROOT, TODAY, keep_draft, register, state, until, url

RECEIPT = ROOT / "Shared/Testing/SampleLabels/Receipts/market-en.jpg"


def read_receipt(page):
    """Reads the sample receipt; ends on its page."""
    page.goto(url("/scan/receipt"))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose photos").click()
    chooser.value.set_files(RECEIPT)
    page.get_by_role("button", name="Use this photo").click()
    page.wait_for_url("**/receipts/*-*")
    page.get_by_text("Read 7 items.").wait_for()


def type_receipt(page, merchant="Maple Market", total="20", day=TODAY, item="Milk", category="dairy"):
    """Types a purchase of one item; ends on its page."""
    page.goto(url("/receipts/new"))
    page.get_by_label("Shop").fill(merchant)
    page.get_by_label("Date").fill(day)
    page.get_by_label("Total").fill(total)
    page.get_by_label("Name").fill(item)
    page.get_by_label("Amount").fill(total)
    page.get_by_label("Category").select_option(category)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/receipts/*-*")
    page.get_by_text("Items", exact=True).wait_for()


def new_budget(page, name, amount):
    page.goto(url("/budgets/new"))
    page.get_by_label("Name").fill(name)
    page.get_by_label("Limit").fill(amount)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/budgets/*-*")


@pytest.mark.sample
def test_receipt_photo_is_read_and_corrected(page):
    register(page, "milk")
    page.locator("a.tab.scan").click()
    page.get_by_role("link", name="Receipt", exact=True).click()
    page.locator("button.shutter:not([aria-disabled])").wait_for()
    page.get_by_text("3 photos left today").wait_for()
    state(page, "70-receipt-camera")
    read_receipt(page)
    page.locator(".receipt-photo svg").wait_for()
    page.get_by_text("Check this").first.wait_for()
    page.locator(".verdict:not(.waiting)").wait_for()
    assert page.locator(".verdict .headline").inner_text() == "Contains milk"
    state(page, "71-receipt")

    page.get_by_label("Date").fill("2199-01-01")
    page.locator("summary", has_text="BANANAS").click()
    page.locator("details[open] input[name$=-amount]").fill("abc")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("This date has not come yet.").wait_for()
    page.get_by_text("This is not an amount, such as 12.34.").wait_for()
    state(page, "72-receipt-refused")

    # What was typed is there again after a reload.
    page.get_by_label("Date").fill(TODAY)
    page.locator("details[open] input[name$=-amount]").fill("2,80")
    page.locator("details[open] input[name$=-name]").fill("Bananas")
    keep_draft(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.locator("summary", has_text="Bananas").wait_for()
    assert page.get_by_label("Date").input_value() == TODAY
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    # The message stays while it has the focus.
    page.get_by_role("button", name="Undo", exact=True).focus()
    page.get_by_text("The items differ from the total by $0.05.").wait_for()
    state(page, "73-receipt-saved")
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_text("The items add up to the total.").wait_for()

    page.get_by_role("button", name="Everything is right").click()
    page.get_by_text("Nothing to check.").wait_for()
    page.get_by_role("button", name="Delete the receipt").click()
    page.get_by_text("Receipt deleted.").wait_for()
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_text("Read 7 items.").wait_for()

    # The photo is beside the rows where there is room.
    page.set_viewport_size({"width": 1024, "height": 768})
    page.locator(".receipt-photo svg").wait_for()
    state(page, "71-receipt-1024", 1024, 768)


@pytest.mark.sample
def test_spending_budget_and_advice(page):
    register(page)
    page.get_by_role("link", name="Spending", exact=True).click()
    page.get_by_text("No receipts here").wait_for()
    state(page, "74-spending-empty")

    page.get_by_role("link", name="Type a receipt").click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Fill in a total, or at least one item.").wait_for()
    state(page, "75-receipt-typed")
    type_receipt(page, total="60.00")
    state(page, "75-receipt-typed-saved")
    type_receipt(page, "Corner Shop", "19.90", item="Apples", category="produce")

    page.goto(url("/spending"))
    page.get_by_text("CA$79.90").first.wait_for()
    page.locator(".chart").first.wait_for()
    page.get_by_text("Show as table").first.click()
    state(page, "76-spending")
    page.get_by_text("Period and filters").click()
    page.get_by_label("Shop", exact=True).last.select_option(label="Corner Shop")
    page.get_by_text("CA$19.90").first.wait_for()
    state(page, "77-spending-filtered")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    assert "Apples" in open(saved.value.path(), encoding="utf-8").read()

    page.goto(url("/budgets/new"))
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Fill this in.").first.wait_for()
    state(page, "78-budget-refused")
    new_budget(page, "Food", "50")
    page.get_by_text("CA$29.90 over the limit").wait_for()
    state(page, "79-budget-over")
    page.goto(url())
    page.get_by_role("link", name=re.compile("Food")).wait_for()
    state(page, "20-today-budget")
    page.get_by_role("link", name=re.compile("Food")).click()
    page.get_by_role("button", name="Delete the budget").click()
    page.get_by_text("Budget deleted.").wait_for()
    page.get_by_role("button", name="Undo", exact=True).focus()
    state(page, "79-budget-deleted")
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_text("CA$29.90 over the limit").wait_for()
    page.goto(url("/budgets/00000000-0000-4000-8000-000000000000"))
    page.get_by_text("This no longer exists.").wait_for()
    state(page, "79-budget-gone")


def test_budget_and_product_ask_before_unsaved_changes_are_left(page):
    register(page)
    type_receipt(page, item="Milk")
    page.goto(url("/budgets/new"))
    page.get_by_label("Name").fill("Food")
    page.get_by_label("Only for this product").select_option(label="Milk")
    keep_draft(page)
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    until(lambda: page.get_by_label("Name").input_value() == "Food")
    # The list of products is loaded after the other fields.
    until(lambda: page.locator("select[name=product]").evaluate("(one) => one.selectedOptions[0].text") == "Milk")
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    # The limit is missing: the page stays, and shows where.
    page.get_by_text("Fill this in.").first.wait_for()
    page.get_by_label("Limit").fill("50")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/budgets/*-*")
    page.get_by_label("Limit").fill("60")
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_role("button", name="Discard").click()
    page.wait_for_url(url("/"))
    page.goto(url("/products"))
    page.get_by_role("link", name=re.compile("Milk")).click()
    page.get_by_label("Brand").fill("Brookdale")
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_role("heading", name="Save your changes?").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.wait_for_url(url("/"))
    page.goto(url("/products"))
    page.get_by_role("link", name=re.compile("Milk")).click()
    until(lambda: page.get_by_label("Brand").input_value() == "Brookdale")


def test_products_shops_and_suggestions(page, context):
    register(page)
    page.goto(url("/products"))
    page.get_by_text("No products yet").wait_for()
    state(page, "80-products-empty")
    type_receipt(page, item="Milk")
    type_receipt(page, "Corner Shop", "22", item="Whole milk")
    page.goto(url("/products"))
    page.get_by_role("link", name=re.compile("Whole milk")).wait_for()
    page.get_by_label("Search your products").fill("whole")
    page.get_by_role("link", name=re.compile("^Milk")).wait_for(state="detached")
    state(page, "81-products")
    page.get_by_role("link", name=re.compile("Whole milk")).click()
    page.get_by_text(re.compile("Last: CA.22.00")).wait_for()
    page.get_by_label("Brand").fill("Brookdale")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("It is known by this name").wait_for()
    state(page, "82-product")
    page.get_by_text("The same as another product?").click()
    page.get_by_role("button", name="Milk", exact=True).click()
    page.get_by_role("heading", name="Join Milk with Whole milk?").wait_for()
    state(page, "83-product-join")
    page.get_by_role("button", name="Join").click()
    page.get_by_text("Joined.").wait_for()
    page.locator(".chart").wait_for()
    state(page, "83-product-joined")

    page.goto(url("/spending/suggestions"))
    page.locator("main :is(.empty, .list)").first.wait_for()
    state(page, "84-suggestions")

    page.goto(url("/spending/shops"))
    page.get_by_text("No place is set.").wait_for()
    page.get_by_text("Maple Market", exact=True).wait_for()
    page.get_by_text("Type the place").click()
    page.get_by_label("Latitude").fill("95")
    page.get_by_label("Longitude").fill("-79,38")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Use a number from -90 to 90.").wait_for()
    state(page, "85-shops-refused")
    page.get_by_label("Latitude").fill("43.6532")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("About 43.65°, -79.38°").wait_for()
    page.locator("label.chip", has_text="Ignored").first.click()
    page.get_by_text("Saved.").wait_for()
    state(page, "86-shops")
    context.grant_permissions(["geolocation"])
    context.set_geolocation({"latitude": 45.5019, "longitude": -73.5674})
    page.get_by_role("button", name="Use my location").click()
    page.get_by_text("About 45.5°, -73.57°").wait_for()


def test_household(page, browser):
    register(page)
    page.goto(url("/spending/household"))
    page.get_by_role("button", name="Create").wait_for()
    state(page, "87-household-none")
    page.get_by_label("Name of the household").fill("Maple Street")
    page.locator("#name-create").fill("Ann")
    page.locator("#share-create").check()
    page.get_by_role("button", name="Create").click()
    page.get_by_text("Maple Street").wait_for()
    page.get_by_role("button", name="Invite a person").click()
    link = page.locator("#invitation").input_value()
    state(page, "88-household-invitation")

    context = conftest.phone(browser)
    other = conftest.watched(context)
    register(other)
    other.goto(url("/spending/household?code=" + link.split("code=")[1]))
    other.locator("#name-join").fill("Ben")
    state(other, "88-household-join")
    other.locator("#share-join").check()
    other.get_by_role("button", name="Join", exact=True).click()
    other.get_by_text("Ann").wait_for()
    type_receipt(other, total="12.34")
    page.goto(url("/spending/household"))
    page.get_by_role("link", name=re.compile("Maple Market")).wait_for()
    state(page, "89-household")
    page.get_by_role("link", name=re.compile("Maple Market")).click()
    page.get_by_text("Bought by Ben").wait_for()
    state(page, "89-household-receipt")
    other.goto(url("/spending/household"))
    other.get_by_role("button", name="Leave the household").click()
    state(other, "89-household-leave")
    other.locator("dialog").get_by_role("button", name="Leave the household").click()
    other.get_by_role("button", name="Create").wait_for()
    assert other.problems == []
    context.close()


def test_import_of_a_file(page):
    register(page)
    page.goto(url("/spending/import"))
    page.get_by_role("button", name="Choose a file").wait_for()
    state(page, "90-import")
    # Of today, since Spending shows the current month.
    rows = [f"{TODAY},Market {number},Milk,{number}.99" for number in range(1, 16)]
    text = "\n".join(["date,merchant,item,amount", *rows, f"{TODAY},Maple Market,Bread,x"])
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files({"name": "spending.csv", "mimeType": "text/csv", "buffer": text.encode()})
    page.get_by_text("15 purchases found in spending.csv.").wait_for()
    page.get_by_text("This is not an amount.").wait_for()
    state(page, "91-import-preview")
    page.get_by_role("button", name="Keep 15 purchases").click()
    page.get_by_text("15 purchases imported").wait_for()
    state(page, "92-import-done")
    page.get_by_role("link", name="Go to Spending").click()
    page.get_by_text("CA$134.85").first.wait_for()


def test_receipt_without_a_connection(page, context):
    register(page)
    page.goto(url("/scan/receipt"))
    page.get_by_text("3 photos left today").wait_for()
    # The pages that are opened next are in the worker already.
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.goto(url("/spending"))
    page.get_by_text("No receipts here").wait_for()
    page.goto(url("/scan/receipt"))
    page.get_by_role("button", name="Choose photos").wait_for()
    context.set_offline(True)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose photos").click()
    chooser.value.set_files(RECEIPT)
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("Kept on this phone").wait_for()
    state(page, "93-receipt-waiting")
    page.get_by_role("link", name="Go to Spending").click()
    page.get_by_text("Kept on this phone").first.wait_for()
    state(page, "94-spending-offline")
    context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.get_by_text("Kept on this phone").wait_for(state="detached")


def test_photo_quota_is_used_up(page):
    """The plan's limit is shown before and after the photo is taken; nothing is lost."""
    register(page)
    page.route("**/v1/subscription", lambda route: route.fulfill(json={
        "tier": "basic", "photosLeft": 0, "entitlements": {"lane": "basic", "photosPerDay": 3}}))
    page.route("**/v1/receipts", lambda route: route.fulfill(
        status=429, content_type="application/problem+json",
        json={"type": "https://foodmagic.example/problems/quota-exceeded", "title": "used up", "status": 429})
        if route.request.method == "POST" else route.continue_())
    page.goto(url("/scan/receipt"))
    page.get_by_text("Your photos for today are used.").wait_for()
    state(page, "95-receipt-quota")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose photos").click()
    chooser.value.set_files(RECEIPT)
    page.get_by_role("button", name="Add another part").wait_for()
    state(page, "95-receipt-review")
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("This one is kept on this phone and is read tomorrow.").wait_for()
    state(page, "96-receipt-quota-kept")


@pytest.mark.parametrize("language, width, theme", [("fr", 320, "light"), ("es", 320, "dark"), ("zh", 320, "dark")])
def test_large_text_and_languages(page, language, width, theme):
    register(page, "milk")
    type_receipt(page, total="60.00")
    receipt = page.url
    new_budget(page, "Food", "50")
    budget = page.url
    page.goto(url("/settings"))
    page.locator(f"input[name=theme][value={theme}]").check()
    page.locator(f".chip[lang={language}]").click()
    page.locator(f"html[lang={language}]").wait_for()
    page.locator("#text-size").fill("200")
    page.set_viewport_size({"width": width, "height": 844})
    page.wait_for_timeout(300)
    for name, path in (("spending", url("/spending")), ("receipt", receipt), ("budget", budget), ("new", url("/receipts/new")),
                       ("shops", url("/spending/shops")), ("household", url("/spending/household"))):
        page.goto(path)
        page.locator("main h2").first.wait_for()
        page.locator("main [aria-busy]").first.wait_for(state="detached")
        state(page, f"97-{name}-200-{language}", width)
