"""What the flows share: Chromium as a phone, a person with an account, and the check of each state that is visited.

A flow runs against the real stack at WEB_URL. `state(page, name)` checks accessibility and sideways scrolling, and keeps a picture
in WEB_SHOTS.
"""

import datetime
import os
import pathlib
import random
import time
import zoneinfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

URL = os.environ["WEB_URL"].rstrip("/")
SHOTS = pathlib.Path(os.environ["WEB_SHOTS"])
ROOT = pathlib.Path(__file__).resolve().parents[4]
LABELS = ROOT / "Shared/Testing/SampleLabels/Labels"
PHONE = {"width": 390, "height": 844}
# How long an action or an event may take, in milliseconds; a machine with much other load is slow.
TIMEOUT = 120_000
PASSWORD = "correct horse battery"
TIME_ZONE = "America/Toronto"
# By the clock of the phone: around midnight it is another day than here.
TODAY = datetime.datetime.now(zoneinfo.ZoneInfo(TIME_ZONE)).date().isoformat()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Root needs no sandbox; a small /dev/shm ends the browser.
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
FAKE_CAMERA = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
# The browser reports an answer of 4xx as an error of the console; flows cause some on purpose.
# The API offers ES256 alone for passkeys, which Chromium remarks on.
# The last two come from the machine: its network changes, or it is too slow to use a preloaded file soon.
EXPECTED = ("publicKey.pubKeyCredParams is missing", "the server responded with a status of 4", "net::ERR_INTERNET_DISCONNECTED",
            "net::ERR_FAILED", "net::ERR_NETWORK_CHANGED", "but not used within a few seconds")


def pytest_configure(config):
    config.addinivalue_line("markers", "sample: run by deploy/test")


def url(path="/"):
    return URL + path


def label_video(folder):
    """A label held before the camera: JPEG frames one after the other, as Chromium's fake device plays them."""
    frame = (LABELS / "clean-en.jpg").read_bytes()
    video = pathlib.Path(folder) / "label.mjpeg"
    video.write_bytes(frame * 2)
    return video


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright, tmp_path_factory):
    video = label_video(tmp_path_factory.mktemp("camera"))
    started = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", timeout=TIMEOUT,
        args=[*ARGUMENTS, *FAKE_CAMERA, f"--use-file-for-fake-video-capture={video}"])
    yield started
    started.close()


@pytest.fixture(scope="session")
def browser_without_consent(playwright):
    """A browser whose camera is there and is refused."""
    started = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", timeout=TIMEOUT, args=[*ARGUMENTS, "--use-fake-device-for-media-stream"])
    yield started
    started.close()


def phone(browser, **options):
    opened = browser.new_context(**{
        "viewport": PHONE, "device_scale_factor": 2, "is_mobile": True, "has_touch": True, "locale": "en-CA",
        "timezone_id": TIME_ZONE, **options})
    opened.set_default_timeout(TIMEOUT)
    return opened


def watched(context):
    """A page whose errors are collected in `page.problems`."""
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda message: message.type in ("error", "warning")
            and not any(part in message.text for part in EXPECTED) and page.problems.append(message.text))
    return page


@pytest.fixture
def context(browser):
    opened = phone(browser)
    yield opened
    opened.close()


@pytest.fixture
def page(context):
    opened = watched(context)
    yield opened
    assert opened.problems == []


def register(page, *allergens):
    """A new account, with what it avoids; ends on Today. Returns the address."""
    address = f"web{random.randrange(10**12)}@example.org"
    page.goto(url("/register"))
    page.get_by_label("E-mail address").fill(address)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("I accept the terms").check()
    with page.expect_response("**/v1/accounts") as made:
        page.get_by_role("button", name="Create an account").click()
    page.token = made.value.json()["session"]["accessToken"]
    page.locator("input[name=allergen]").first.wait_for()
    for code in allergens:
        page.locator(f"input[name=allergen][value={code}]").check()
    page.get_by_role("button", name="Save").click() if allergens else page.get_by_role("link", name="Not now").click()
    page.get_by_text("Nothing scanned yet").wait_for()
    return address


def api(page, method, path, body=None):
    """Asks the API as the person of the page; with the token of the registration."""
    headers = {"Authorization": f"Bearer {page.token}", "Prefer": "wait=12"}
    answer = page.request.fetch(url(path), method=method, headers=headers, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def make_pro(page):
    """Pays for Pro in the sandbox."""
    order = api(page, "POST", "/v1/subscription", {"plan": "pro-monthly-cad", "region": "CA-ON"})
    page.request.post(order["checkout"]["url"], form={"card": "4242424242424242"}, max_redirects=0)
    until(lambda: api(page, "GET", "/v1/subscription")["tier"] == "pro")


def until(read):
    """What `read` returns, once that is something."""
    end = time.monotonic() + TIMEOUT / 1_000
    while True:
        found = read()
        if found:
            return found
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.25)


def keep_draft(page):
    """Waits until typed input is stored on the device: after the page's timer and its transaction."""
    page.evaluate("""async () => {
        await new Promise((resolve) => setTimeout(resolve, 600));
        const name = (await indexedDB.databases()).map((one) => one.name).find((one) => one.startsWith("foodmagic-"));
        const database = await new Promise((resolve) => { indexedDB.open(name).onsuccess = (e) => resolve(e.target.result); });
        await new Promise((resolve) => { database.transaction("drafts", "readwrite").oncomplete = resolve; });
        database.close();
    }""")


def choose(page, label, button="Choose a photo"):
    """Picks a sample label, or another file, from the device's photos."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=button).click()
    chooser.value.set_files(label if isinstance(label, (dict, pathlib.Path)) else LABELS / label)


def scan(page, label):
    """Scans a sample label; returns the headline of its verdict."""
    page.goto(url("/scan"))
    choose(page, label)
    page.get_by_role("button", name="Use this photo").click()
    headline = page.locator(".verdict .headline")
    headline.wait_for()
    return headline.inner_text()


def state(page, name, width=PHONE["width"], height=PHONE["height"]):
    """Checks a state that a person can see, and keeps a picture of it."""
    page.wait_for_timeout(250)
    page.screenshot(path=SHOTS / f"{name}.png")
    faults = faults_of(page, width, height, SHOTS / f"{name}-full.png")
    assert faults == [], f"{name}: {faults}"


def faults_of(page, width, height, picture=None):
    """What axe finds, and sideways scrolling; keeps a picture of the page at its whole height."""
    # Nothing is under the sticky bars in a window as high as the page, whose camera picture grows with the window.
    tall = height
    for _ in range(12):
        full = page.evaluate("document.documentElement.scrollHeight")
        if full + 60 <= tall:
            break
        tall = full + 100
        page.set_viewport_size({"width": width, "height": tall})
        page.wait_for_timeout(100)
    if picture:
        page.screenshot(path=picture)
    answer = Axe().run(page, options={"runOnly": RULES}).response
    scrolled = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size({"width": width, "height": height})
    faults = [(one["id"], node["html"][:160], node["failureSummary"][:200]) for one in answer["violations"] for node in one["nodes"]]
    # With is_mobile what is too wide widens the window too; the width that was asked for counts.
    return faults if scrolled <= width else [*faults, f"{scrolled} px wide"]


def contact_sheet():
    """One picture of all states, and the page that it was taken of."""
    shots = sorted(path.name for path in SHOTS.glob("*.png") if not path.name.endswith("-full.png"))
    figures = "".join(
        f'<figure><img src="{name}" loading="eager"><figcaption>{name[:-4]}</figcaption></figure>' for name in shots)
    style = "body{display:grid;grid-template-columns:repeat(8,195px);gap:12px;font:11px sans-serif}figure{margin:0}img{width:195px}"
    sheet = SHOTS / "contact-sheet.html"
    sheet.write_text(f"<!doctype html><title>States</title><style>{style}</style>{figures}")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1680, "height": 900})
        page.goto(sheet.as_uri())
        page.screenshot(path=SHOTS / "contact-sheet.png", full_page=True)
        browser.close()


def pytest_sessionfinish():
    if any(SHOTS.glob("*.png")):
        contact_sheet()
