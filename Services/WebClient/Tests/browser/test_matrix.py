"""Every page in every look: four languages, four widths, light and dark; then large letters, high contrast and forced colors.

An account with something of everything is made first, so that pages show what they are for. Takes about 20 minutes; `-k look`.
"""

import re

import pytest
from conftest import ROOT, SHOTS, TODAY, api, faults_of, make_pro, phone, register, until, url, watched

ROUTES = (ROOT / "Services/WebClient/src/screens/routes.ts").read_text(encoding="utf-8")
WIDTHS = (320, 390, 768, 1024)
# Pages of people who are not signed in, and pages that send on to another one.
GUESTS = {"/register", "/recovery", "/terms", "/erasures/:token"}
LEFT_OUT = {"/sign-in/return", "/verification", "/plan/return", "/register/allergens", "/spending/household/:id",
            "/grants/:id"}


def pages():
    """The path of each route that has a screen."""
    found = set(re.findall(r'^\s*(?:\{ )?path: "(/[^"]*)"', ROUTES, re.M)) | set(re.findall(r'^\s*\["(/[^"]*)", ', ROUTES, re.M))
    assert LEFT_OUT | GUESTS < found
    return sorted(found - LEFT_OUT - GUESTS)


def fill(page):
    """Something of everything; what stands for `:id` and `:date` in the path of each page."""
    scan = api(page, "POST", "/v1/label-scans", {"text": "Ingredients: oats, milk, sugar. May contain nuts."})["id"]
    meal = api(page, "POST", "/v1/meals", {"slot": "lunch", "items": [{"name": "cheese pizza", "grams": 300}, {"energyKcal": 90}]})["id"]
    receipt = api(page, "POST", "/v1/receipts", {
        "merchant": "Maple Market", "purchasedAt": TODAY, "currency": "CAD",
        "items": [{"name": "Whole milk", "quantity": 1, "amount": {"amount": "4.99", "currency": "CAD"}}]})["id"]
    budget = api(page, "POST", "/v1/budgets", {
        "name": "Food", "period": "month", "amount": {"amount": "4.00", "currency": "CAD"}})["id"]
    reaction = api(page, "POST", "/v1/reactions", {
        "occurredOn": TODAY, "allergens": ["milk"], "severity": "mild", "symptoms": ["hives"]})["id"]
    food = api(page, "POST", "/v1/foods", {"name": "Oat bar", "energyKcal": 412, "proteinG": 9})["id"]
    api(page, "PUT", "/v1/goals", {
        "body": {"birthday": "1990-05-04", "sex": "female", "heightCm": 168, "weightKg": 64, "activity": "lowActive"},
        "aim": {"kind": "keep"}})
    report = api(page, "POST", "/v1/reports", {"mealId": meal})["reportId"]
    product = until(lambda: api(page, "GET", "/v1/products")["items"])[0]["id"]
    notice = until(lambda: api(page, "GET", "/v1/notifications")["items"])[0]["id"]
    return {"/scans/:id": scan, "/meals/:id": meal, "/meals/:id/report": meal, "/receipts/:id": receipt, "/budgets/:id": budget,
            "/reactions/:id": reaction, "/foods/:id": food, "/foods/:id/edit": food, "/reports/:id": report,
            "/products/:id": product, "/notifications/:id": notice, "/diary/:date": TODAY, "/diary/:date/report": TODAY,
            "/help/:topic": "faq"}


def look_at(page, paths, name, widths, settings, wrong):
    """Visits each page with the settings, and looks at it in each width."""
    page.evaluate("(settings) => localStorage.setItem('settings', JSON.stringify(settings))", settings)
    for path in paths:
        page.set_viewport_size({"width": widths[0], "height": 844})
        page.goto(url(path))
        page.locator("#content > *").first.wait_for()
        page.locator(".skeleton").first.wait_for(state="detached")
        if page.evaluate("location.pathname") != path and path != "/scan":
            wrong.append(f"{name} {path}: leads to {page.evaluate('location.pathname')}")
        if page.locator("#content [role=alert]").count() > 0:
            wrong.append(f"{name} {path}: shows an error")
        for width in widths:
            page.set_viewport_size({"width": width, "height": 844})
            page.wait_for_timeout(150)
            if width == 390:
                page.screenshot(path=SHOTS / f"look-{name}{re.sub('[0-9a-f-]{36}', 'id', path).replace('/', '-')}.png")
            wrong += [f"{name} {width} {path}: {fault}" for fault in faults_of(page, width, 844)]
        # A run of all looks takes long: what is found is written down at once.
        (SHOTS / f"look-{name}.txt").write_text("\n".join(wrong), encoding="utf-8")


@pytest.fixture(scope="module")
def filled(browser):
    """A page of a person with something of everything, and the addresses of all pages."""
    context = phone(browser)
    page = watched(context)
    register(page, "milk")
    make_pro(page)
    ids = fill(page)
    yield page, [re.sub(":[a-z]+", ids[path], path) if ":" in path else path for path in pages()]
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "fr", "es", "zh"])
def test_pages_in_each_language_and_theme(filled, language, theme):
    page, paths = filled
    wrong = []
    look_at(page, paths, f"{language}-{theme}", WIDTHS, {"language": language, "theme": theme}, wrong)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("name, settings", [
    ("200-fr", {"language": "fr", "theme": "light", "textSize": 200}), ("200-es", {"language": "es", "theme": "dark", "textSize": 200}),
    ("contrast-light", {"theme": "light", "palette": "highContrast"}), ("contrast-dark", {"theme": "dark", "palette": "highContrast"}),
    ("color-blind", {"theme": "light", "palette": "colorBlind"}), ("forced", {"theme": "light"}),
])
def test_pages_in_large_text_and_special_colors(filled, name, settings):
    page, paths = filled
    page.emulate_media(forced_colors="active" if name == "forced" else "none")
    wrong = []
    look_at(page, paths, name, (320, 390), settings, wrong)
    page.emulate_media(forced_colors="none")
    assert wrong == [], "\n".join(wrong)


def test_pages_before_sign_in(browser):
    context = phone(browser)
    page = watched(context)
    page.goto(url("/"))
    wrong = []
    for language in ("en", "fr", "es", "zh"):
        for theme in ("light", "dark"):
            look_at(page, ["/", "/register", "/recovery", "/terms", "/erasures/unknown"], f"guest-{language}-{theme}", WIDTHS,
                    {"language": language, "theme": theme}, wrong)
    context.close()
    assert wrong == [], "\n".join(wrong)
