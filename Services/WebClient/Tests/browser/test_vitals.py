"""Core Web Vitals of the main pages, on a slow connection and a slow processor; the figures are kept beside the pictures.

The profile is Lighthouse's mobile one: 1.6 Mbit/s, 150 ms, a processor four times slower (github.com/GoogleChrome/lighthouse,
docs/throttling.md). The bounds are the project's own, tighter than those of web.dev/vitals.
"""

import json

import pytest
from conftest import SHOTS, phone, register, url, watched

PAGES = ["/", "/scan", "/allergens", "/allergens/profile", "/spending", "/diary", "/me", "/add", "/foods", "/notifications",
         "/settings", "/plan", "/privacy", "/help"]
COLD_PAINT, WARM_PAINT, SHIFT, INTERACTION, CHANGE = 2.0, 0.8, 0.02, 0.2, 1.0
OBSERVE = """
window.vitals = {lcp: 0, cls: 0, inp: 0};
const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(
    {type, buffered: true, durationThreshold: 16});
watch('largest-contentful-paint', (entry) => vitals.lcp = entry.startTime / 1000);
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
watch('event', (entry) => { if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration / 1000); });
"""


def slow(context, page):
    """Lighthouse's mobile profile for a page."""
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})


def settled(page):
    """The vitals once loading has finished."""
    page.locator("#content > *").first.wait_for()
    page.locator(".skeleton").first.wait_for(state="detached")
    page.wait_for_timeout(500)
    return page.evaluate("window.vitals")


@pytest.mark.parametrize("kind", ["cold", "from the worker"])
def test_vitals(browser, kind):
    context = phone(browser)
    page = watched(context)
    register(page)
    if kind == "from the worker":
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        # Pages that were opened before: what they showed is kept on the device.
        for path in PAGES:
            page.goto(url(path))
            settled(page)
    page.context.add_init_script(OBSERVE)
    figures = {}
    for path in PAGES:
        tab = watched(context)
        if kind == "cold":
            session = context.new_cdp_session(tab)
            session.send("Network.setBypassServiceWorker", {"bypass": True})
            session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        slow(context, tab)
        tab.goto(url(path))
        found = settled(tab)
        # The menu is on every page: opening and closing it is an interaction.
        tab.get_by_role("button", name="Menu").click()
        tab.keyboard.press("Escape")
        tab.wait_for_timeout(400)
        found["inp"] = tab.evaluate("vitals.inp")
        figures[path] = {name: round(value, 3) for name, value in found.items()}
        tab.close()
    (SHOTS / f"vitals-{kind.replace(' ', '-')}.json").write_text(json.dumps(figures, indent=1))
    context.close()
    paint = COLD_PAINT if kind == "cold" else WARM_PAINT
    wrong = {path: found for path, found in figures.items()
             if found["lcp"] > paint or found["cls"] > SHIFT or found["inp"] > INTERACTION}
    assert wrong == {}, figures


def test_page_changes(browser):
    """From a tap on a tab to the next page, with a processor four times slower."""
    context = phone(browser)
    page = watched(context)
    register(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    slow(context, page)
    figures = {}
    for name in ["Allergens", "Scan", "Spending", "Me", "Today"]:
        page.evaluate("""() => { window.changed = new Promise((resolve) => {
            const start = performance.now(), old = document.querySelector('#content').firstElementChild;
            const look = () => document.querySelector('#content').firstElementChild !== old
                ? requestAnimationFrame(() => resolve((performance.now() - start) / 1000)) : requestAnimationFrame(look);
            look();
        }); }""")
        page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
        figures[name] = round(page.evaluate("changed"), 3)
    (SHOTS / "page-changes.json").write_text(json.dumps(figures, indent=1))
    context.close()
    assert all(seconds <= CHANGE for seconds in figures.values()), figures
