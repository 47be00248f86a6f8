"""Meals from photo to report: scan, editor, add page, diary, goals, foods, shares."""

import re
import time

import pytest
from conftest import PHONE, ROOT, api, choose, keep_draft, make_pro, register, state, url

MEAL = ROOT / "Shared/Testing/SampleLabels/Meals/fruit.jpg"


def set_goals(page):
    body = {"birthday": "1990-05-04", "sex": "female", "heightCm": 168, "weightKg": 64, "activity": "lowActive"}
    return api(page, "PUT", "/v1/goals", {"body": body, "aim": {"kind": "keep"}})


def photograph(page):
    page.goto(url("/scan/meal?slot=lunch"))
    choose(page, MEAL)
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_role("heading", name="Foods").wait_for()


@pytest.mark.sample
def test_meal_by_photo(page):
    register(page, "milk")
    page.goto(url("/scan"))
    page.get_by_role("link", name="Meal", exact=True).click()
    page.get_by_text("3 photos left today").wait_for()
    page.locator("button.shutter:not([aria-disabled])").wait_for()
    state(page, "70-scan-meal")
    choose(page, MEAL)
    page.get_by_role("button", name="Use this photo").wait_for()
    page.locator(".chip", has_text="Lunch").click()
    state(page, "71-scan-meal-review")
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_role("heading", name="Foods").wait_for()
    page.get_by_text("Guessed from the photo: orange").wait_for()
    page.locator(".photo polygon").first.wait_for(state="attached")
    page.get_by_text("The names point to none of your allergens").wait_for()
    state(page, "72-meal")

    # A wrong amount is reported at its field; a valid change is saved.
    amount = page.locator(".item").first.get_by_label("Amount in g")
    amount.fill("0")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Enter an amount above zero").wait_for()
    state(page, "73-meal-wrong-amount")
    amount.fill("200")
    page.get_by_role("button", name="Another food instead of tomato").click()
    page.get_by_label("Search a food").fill("red pepper")
    # Not an entry of an earlier list: the search takes a moment.
    pepper = page.locator(".picker .entry", has_text=re.compile("pepper", re.IGNORECASE)).first
    pepper.wait_for()
    state(page, "74-meal-replace")
    pepper.click()
    page.get_by_role("button", name="Add a food").click()
    page.get_by_label("Search a food").fill("yogurt")
    page.locator(".picker .entry", has_text=re.compile("yogurt", re.IGNORECASE)).first.click()
    page.get_by_role("button", name=re.compile("^Remove banana")).click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("The meal is saved.").wait_for()
    page.get_by_role("heading", name="Likely contains milk").wait_for()
    # The photo is read again from the server after a reload.
    page.reload()
    page.get_by_role("heading", name="Likely contains milk").wait_for()
    page.locator(".photo img").wait_for()
    assert page.locator(".item").first.get_by_label("Amount in g").input_value() == "200"
    state(page, "75-meal-changed")

    # What was typed and not saved is there after a reload; leaving asks.
    page.locator(".item").first.get_by_label("Amount in g").fill("210")
    keep_draft(page)
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.get_by_text("Not saved yet").wait_for()
    assert page.locator(".item").first.get_by_label("Amount in g").input_value() == "210"
    page.get_by_role("button", name="Discard").click()

    page.get_by_text("Not right?").click()
    page.get_by_label("What is wrong?").fill("The banana is a plantain.")
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_text("Thank you. We will look at it.").wait_for()

    page.get_by_role("button", name="Share").click()
    page.get_by_text("Show the photo as well").click()
    state(page, "76-share")
    page.get_by_role("button", name="Make a link").click()
    page.get_by_label("Link", exact=True).wait_for()
    state(page, "77-share-link")
    page.get_by_role("link", name="Shared links").click()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Withdraw").wait_for()
    state(page, "78-shares")
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    page.get_by_text("No links").wait_for()
    state(page, "78-shares-empty")


def test_delete_and_undo(page):
    register(page)
    meal = api(page, "POST", "/v1/meals", {"items": [{"name": "apple", "grams": 150}], "slot": "snack"})
    page.goto(url(f"/meals/{meal['id']}"))
    page.get_by_role("button", name="Delete meal").click()
    page.get_by_text("Meal deleted.").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("heading", name="Foods").wait_for()
    page.goto(url("/meals/00000000-0000-4000-8000-000000000000"))
    page.get_by_text("This no longer exists.").wait_for()
    state(page, "79-meal-gone")


def test_photo_quota_used_up_and_photo_without_food(page):
    register(page)
    page.goto(url("/scan/meal"))
    choose(page, {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"%PDF-1.7"})
    page.get_by_text("This file cannot be used.").wait_for()
    state(page, "80-meal-no-photo")
    for _ in range(3):
        photograph(page)
    page.goto(url("/scan/meal"))
    page.get_by_text("No photos of meals left today.").wait_for()
    state(page, "81-meal-none-left")
    choose(page, MEAL)
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("You can still search for foods.").wait_for()
    state(page, "82-meal-quota")


def test_add_meal_page(page):
    register(page)
    page.get_by_role("link", name="Add to Breakfast").click()
    page.get_by_label("Search a food").wait_for()
    state(page, "83-add-empty")
    page.get_by_label("Search a food").fill("appl")
    page.locator("summary", has_text="apple").first.click()
    state(page, "84-add-search")
    page.locator("details[open]").get_by_role("button", name=re.compile("^Add apple")).first.click()
    page.get_by_text(re.compile("added to Breakfast")).wait_for()
    page.get_by_label("Search a food").fill("zzxqv")
    page.get_by_text("No such food found").wait_for()
    state(page, "85-add-nothing")
    page.get_by_label("Search a food").fill("4006381333931")
    page.get_by_text("No food with this number yet").wait_for()
    page.get_by_label("Search a food").fill("")
    page.get_by_text("Only energy, without a food").click()
    page.get_by_label("Energy in kcal").fill("x")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("Enter a number that fits.").wait_for()
    page.get_by_label("Energy in kcal").fill("350")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text(re.compile("350 kcal added")).wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("heading", name="Add again").wait_for()
    page.get_by_role("button", name=re.compile("^Add apple")).first.click()
    page.get_by_text(re.compile("added to Breakfast")).wait_for()
    state(page, "86-add-again")
    page.get_by_role("link", name="Done").click()
    page.locator(".slot .entry").nth(1).wait_for()
    assert page.locator(".slot .entry").count() == 2
    state(page, "87-today-meals")


def test_meal_without_a_connection(context, page):
    register(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.goto(url("/add?slot=dinner"))
    page.get_by_text("Only energy, without a food").click()
    context.set_offline(True)
    page.get_by_label("Energy in kcal").fill("420")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("1 entry of the diary waits to be sent.").wait_for()
    state(page, "88-add-offline")
    page.goto(url("/scan/meal"))
    choose(page, MEAL)
    page.get_by_role("button", name="Use this photo").click()
    page.get_by_text("Kept on this phone").wait_for()
    state(page, "89-meal-offline")
    context.set_offline(False)
    page.get_by_text("1 entry of the diary waits to be sent.").wait_for(state="detached")
    page.get_by_text("1 photo waits to be sent.").wait_for(state="detached")
    page.goto(url("/diary"))
    page.locator(".slot .entry").nth(1).wait_for()
    assert page.locator(".slot .entry").count() == 2


def test_goals_me_and_diary_of_basic(page):
    register(page)
    page.goto(url("/me"))
    page.get_by_text("The trend shows your energy over weeks and months.").wait_for()
    page.get_by_text("No goals yet").wait_for()
    state(page, "90-me-empty")
    page.get_by_role("link", name="Set a goal").last.click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Enter a height from 100").wait_for()
    state(page, "91-goals-errors")
    page.get_by_label("Date of birth").fill("1990-05-04")
    page.locator(".chip", has_text="Women").click()
    page.get_by_label("Height in cm").fill("168")
    page.get_by_label("Weight in kg").fill("64,5")
    state(page, "92-goals-body")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Your goals are saved.").wait_for()
    page.get_by_text(re.compile(r"kcal a day")).wait_for()
    page.goto(url("/me/goals"))
    page.locator(".chip", has_text="My own number").click()
    page.get_by_label("Energy a day in kcal").fill("900")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Enter an energy from 1,200").wait_for()
    page.get_by_label("Energy a day in kcal").fill("2000")
    page.get_by_text("Own goals for single nutrients").click()
    page.get_by_label("Nutrient", exact=True).select_option("ironMg")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("At least, in mg").fill("15")
    state(page, "93-goals-own")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("2,000 kcal a day").wait_for()
    page.goto(url("/diary/2026-01-05"))
    page.get_by_text("Your plan shows the current day.").first.wait_for()
    state(page, "94-diary-locked")
    page.goto(url("/diary/2026-02-31"))
    page.get_by_text("This page does not exist").wait_for()


@pytest.mark.sample
def test_day_and_report_of_pro(page):
    register(page, "milk")
    make_pro(page)
    set_goals(page)
    for slot, items in (
        ("breakfast", [{"name": "oatmeal", "grams": 250}, {"name": "milk", "grams": 200}]),
        ("lunch", [{"name": "cheese pizza", "grams": 300}, {"name": "zzqx", "grams": 50}]),
        ("dinner", [{"name": "apple", "grams": 150}, {"energyKcal": 500}]),
    ):
        meal = api(page, "POST", "/v1/meals", {"slot": slot, "items": items})
    yesterday = time.strftime("%Y-%m-%dT17:00:00Z", time.gmtime(time.time() - 30 * 3600))
    for at, kcal in ((yesterday, 2600), (time.strftime("%Y-%m-%dT17:00:00Z", time.gmtime(time.time() - 54 * 3600)), 1900)):
        api(page, "POST", "/v1/meals", {"slot": "dinner", "eatenAt": at, "items": [{"energyKcal": kcal, "name": "party"}]})
    page.goto(url("/diary"))
    page.locator(".slot .entry").nth(2).wait_for()
    page.locator(".state-shape.over").nth(1).wait_for()
    state(page, "95-diary")
    page.get_by_role("link", name="Report").click()
    page.get_by_text("of your daily goal of").wait_for()
    state(page, "96-report-simple")
    page.locator(".chip", has_text="Detailed").click()
    page.get_by_role("heading", name="Where the energy comes from").wait_for()
    state(page, "97-report-detailed")
    page.locator("summary", has_text="Choose the nutrients").click()
    page.locator("input[name=nutrient][value=protein]").uncheck()
    page.locator("tbody th", has_text="Protein").wait_for(state="detached")
    for name, ending in (("As PDF", "pdf"), ("As table (CSV)", "csv"), ("As picture", "png")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert download.value.suggested_filename.endswith("." + ending)
    page.get_by_role("button", name="Keep as it is now").click()
    page.get_by_text("The report is kept.").wait_for()
    page.get_by_role("link", name="Kept reports").click()
    page.get_by_role("link", name=re.compile("Report of")).wait_for()
    state(page, "98-reports")
    page.get_by_role("link", name=re.compile("Report of")).click()
    page.get_by_text("of your daily goal of").wait_for()
    page.goto(url(f"/meals/{meal['id']}/report"))
    page.get_by_role("heading", name="Foods and their share of the energy").wait_for()
    page.goto(url("/me"))
    page.locator(".chart svg").wait_for()
    page.get_by_text("Show as table").click()
    state(page, "99-me")


def test_report_limits_of_basic(page):
    register(page)
    meal = api(page, "POST", "/v1/meals", {"items": [{"name": "apple", "grams": 150}]})
    page.goto(url(f"/meals/{meal['id']}/report"))
    page.get_by_role("heading", name="Foods and their share of the energy").wait_for()
    page.get_by_role("button", name="As PDF").click()
    page.get_by_text("Saving reports as files comes with Pro.").wait_for()
    page.locator(".chip", has_text="Detailed").click()
    page.get_by_text("The detailed report shows every vitamin").wait_for()
    state(page, "100-report-locked")


def test_foods(page):
    register(page)
    page.goto(url("/foods"))
    page.get_by_text("No saved foods yet").wait_for()
    state(page, "101-foods-empty")
    page.get_by_label("Search a food").fill("lentil")
    page.locator(".entry").first.click()
    page.get_by_role("heading", name="In 100 g").wait_for()
    state(page, "102-food")
    page.get_by_role("button", name="Save this food").click()
    page.get_by_text("is among your saved foods.").wait_for()
    page.goto(url("/foods/new?gtin=4006381333931"))
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Fill this in.").wait_for()
    state(page, "103-food-errors")
    page.get_by_label("Name", exact=True).fill("Oat bar")
    page.get_by_label("Energy in kcal").fill("412,5")
    page.get_by_label("Protein in g").fill("9")
    page.get_by_label("Portion (optional)").fill("1 bar")
    page.get_by_label("Its weight in g").fill("40")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("heading", name="In 100 g").wait_for()
    page.get_by_role("button", name="Offer it to everybody").wait_for()
    state(page, "104-own-food")
    page.get_by_role("link", name="Change").click()
    page.get_by_label("Brand (optional)").fill("Mill")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Mill", exact=True).wait_for()
    page.goto(url("/foods"))
    page.get_by_role("link", name="Oat bar").wait_for()
    state(page, "105-foods")
    page.get_by_role("button", name="Change Oat bar").click()
    page.get_by_label("Usual amount in g").fill("45")
    state(page, "106-saved-food")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.get_by_text("45 g").wait_for()
    page.get_by_role("button", name="Remove Oat bar").click()
    page.get_by_text("Oat bar is no longer saved.").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Oat bar").wait_for()
    page.get_by_role("link", name="Oat bar").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_text("Food deleted.").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Offer it to everybody").wait_for()


@pytest.mark.parametrize("name, code, theme, size, width", [
    ("fr", "fr", "light", "200", 320), ("zh", "zh", "dark", "100", 390), ("es", "es", "dark", "100", 320),
    ("wide", "en", "light", "100", 768),
])
def test_meals_in_other_languages_and_widths(page, name, code, theme, size, width):
    register(page, "milk")
    make_pro(page)
    set_goals(page)
    meal = api(page, "POST", "/v1/meals", {"slot": "lunch", "items": [{"name": "cheese pizza", "grams": 300}, {"energyKcal": 500}]})
    page.set_viewport_size({"width": width, "height": PHONE["height"]})
    page.goto(url("/settings"))
    page.locator(f".chip[lang={code}]").click()
    page.locator(f"html[lang={code}]").wait_for()
    page.locator(f"input[name=theme][value={theme}]").check()
    page.locator("#text-size").fill(size)
    for place, path, ready in (
        ("today", "/", ".slot .entry"), ("meal", f"/meals/{meal['id']}", ".item"), ("add", "/add?slot=lunch", "summary"),
        ("report", f"/meals/{meal['id']}/report", ".nutrients"), ("diary", "/diary", ".slot .entry"), ("me", "/me", ".chart"),
        ("goals", "/me/goals", "#goal-height"), ("foods", "/foods", ".empty"), ("scan-meal", "/scan/meal", ".shutter"),
    ):
        page.goto(url(path))
        page.locator(ready).first.wait_for()
        state(page, f"110-{name}-{place}", width)
