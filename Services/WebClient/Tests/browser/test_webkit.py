"""The core flow in WebKit, the engine of iPhones: register, what to avoid, a label from a file, the verdict, and the worker."""

import os
import pathlib
import random
import subprocess

import pytest
from conftest import LABELS, PASSWORD, url
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

DRIVER = pathlib.Path("/usr/bin/WebKitWebDriver")
BROWSER = next(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
pytestmark = pytest.mark.skipif(not DRIVER.exists(), reason="deploy/setup --with webkit installs it")
# Without a graphics card, and without the sandbox that root cannot have.
SETTINGS = {"WEBKIT_DISABLE_DMABUF_RENDERER": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "GDK_BACKEND": "x11",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}


@pytest.fixture
def display():
    """An X server without a screen; it chooses its number."""
    reader, writer = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1024x1024x24"], pass_fds=[writer],
                              stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as numbers:
        yield f":{numbers.readline().strip()}"
    server.terminate()
    server.wait()


@pytest.fixture
def webkit(display):
    options = Options()
    options.binary_location = str(BROWSER)
    options.add_argument("--automation")
    service = Service(str(DRIVER), env={**os.environ, **SETTINGS, "DISPLAY": display})
    driver = webdriver.WebKitGTK(options=options, service=service)
    driver.set_window_size(430, 900)
    yield driver
    driver.quit()


def test_label_flow_in_webkit(webkit):
    def wait(selector, text=""):
        """The element that is shown, with the text."""
        def look(driver):
            found = [one for one in driver.find_elements(By.CSS_SELECTOR, selector) if text in one.text]
            return found[0] if found else None
        return WebDriverWait(webkit, 120).until(look)

    webkit.get(url("/register"))
    wait("input[type=email]").send_keys(f"webkit{random.randrange(10**12)}@example.org")
    webkit.find_element(By.CSS_SELECTOR, "input[type=password]").send_keys(PASSWORD)
    webkit.find_element(By.CSS_SELECTOR, "input[name=acceptsTerms]").click()
    wait("button", "Create an account").click()
    for code in ("milk", "nuts"):
        webkit.execute_script("arguments[0].click()", wait(f"input[name=allergen][value={code}]"))
    wait("button", "Save").click()
    wait("main", "Nothing scanned yet")

    webkit.get(url("/scan/label"))
    wait("input[type=file]").send_keys(str(LABELS / "clean-en.jpg"))
    wait("button", "Use this photo").click()
    assert wait(".verdict .headline", "Contains").text == "Contains milk and tree nuts"
    WebDriverWait(webkit, 120).until(lambda driver: len(driver.find_elements(By.CSS_SELECTOR, ".photo polygon")) >= 2)
    webkit.get(url("/"))
    wait("main", "Contains milk and tree nuts")
    WebDriverWait(webkit, 120).until(lambda driver: driver.execute_script("return navigator.serviceWorker.controller !== null"))
