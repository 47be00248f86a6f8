"""The guide at the first start, the help, and writing to us."""

import pytest
from conftest import phone, register, state, url, watched


def test_guide_help_and_contact(page):
    register(page)
    page.get_by_text("New here? Six pictures").wait_for()
    page.get_by_role("link", name="Start").click()
    for number in range(1, 7):
        page.get_by_text(f"Step {number} of 6").wait_for()
        state(page, f"90-guide-{number}")
        page.get_by_role("button", name="Done" if number == 6 else "Next").click()
    page.get_by_text("Nothing scanned yet").wait_for()
    page.get_by_text("New here? Six pictures").wait_for(state="detached")

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Help").click()
    page.get_by_role("link", name="Questions and answers").wait_for()
    state(page, "91-help")
    page.get_by_role("link", name="Questions and answers").click()
    page.get_by_text("How do I get my money back?").click()
    state(page, "92-faq")
    page.get_by_role("link", name="Comment on this page").click()
    page.get_by_text("Your comment is about the page “Questions and answers”.").wait_for()
    state(page, "92-faq-comment")
    page.goto(url("/help/manual"))
    page.get_by_role("heading", name="Receipts and budgets").wait_for()
    state(page, "92-manual")
    page.goto(url("/help/privacy"))
    page.get_by_text("Draft: a lawyer has not reviewed this text yet.").wait_for()
    page.goto(url("/help/news"))
    # `deploy/run` announces its release, the private stack of `deploy/web-check` does not.
    news = page.request.get(url("/v1/announcements")).json()["items"]
    if news:
        page.get_by_role("heading", name=news[0]["texts"]["en"]["title"]).wait_for()
    else:
        page.get_by_text("There is no news at the moment.").wait_for()
    state(page, "93-news")
    page.goto(url("/help/contact"))
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Fill this in.").wait_for()
    state(page, "94-contact-error")
    page.get_by_text("How I like the app").click()
    page.get_by_label("4", exact=True).check()
    page.get_by_label("Your message").fill("Well done")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Thank you. Your message is on its way.").wait_for()
    page.get_by_role("heading", name="What you wrote to us").wait_for()
    state(page, "95-contact-sent")


PAGES = ["/notifications", "/settings/notices", "/plan", "/reactions/new", "/privacy", "/account", "/security", "/grants",
         "/device", "/help", "/help/manual", "/help/contact", "/help/guide", "/settings"]


@pytest.mark.parametrize("language", ["fr", "es", "zh"])
def test_pages_in_other_languages_narrow_and_large(browser, language):
    """320 px with letters of 200 %, dark: nothing scrolls sideways and nothing is unreadable."""
    context = phone(browser, viewport={"width": 320, "height": 700})
    page = watched(context)
    register(page)
    page.evaluate(f"localStorage.setItem('settings', JSON.stringify({{language: '{language}', theme: 'dark', textSize: 200}}))")
    for path in PAGES:
        page.goto(url(path))
        page.locator("#content > *").first.wait_for()
        page.locator(".skeleton").first.wait_for(state="detached")
        state(page, f"99-{language}{path.replace('/', '-')}", width=320, height=700)
    context.close()
