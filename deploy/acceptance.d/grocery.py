"""Specification 5: Grocery Spending Tracker."""

import governance
import meals
import shopping
import staff
from people import until
from shopping import cad
from verdicts import PARTLY, WORKS, Specification, argued, judged, limited

SPECIFICATION = Specification(5, "Grocery Spending Tracker")
row = SPECIFICATION.row


@row("FR1", "registration in at most three steps", WORKS)
def steps(walk):
    answer = walk.register()
    return judged(f"{answer} with the version of GET /v1/terms: two requests; the allergens that the client asks for may be left out",
                  registered=answer.ok)


@row("FR2", "wrong credentials: a clear and specific error within 3 s", PARTLY, timed=True)
def wrong_credentials(walk):
    answers = [walk.sign_in(walk.basic.email, "wrong password"), walk.sign_in("nobody@example.org", "wrong password")]
    return limited(judged(f"{answers[0].status} \"{answers[0]['title']}\" in {max(one.ms for one in answers):.0f} ms",
                          clear=all(one.status == 401 for one in answers), in_time=max(one.seconds for one in answers) < 3),
                   "one text for a wrong password and an unknown address, so that strangers do not learn who has an account")


@row("FR3", "photos of receipts are read, more than 90 %", WORKS)
def receipts(walk):
    return shopping.receipt_read(walk)


@row("FR4", "a location and a radius", WORKS)
def location(walk):
    person = walk.person()
    kept = person.put("/v1/shopping-preferences", {"location": {"latitude": 43.65123, "longitude": -79.38}, "radiusKm": 5})
    return judged(f"{kept}: {kept['location']}, {kept['radiusKm']} km", kept=kept["radiusKm"] == 5,
                  rounded=kept["location"]["latitude"] == 43.65)


@row("FR5", "goals of spending, kept within 1 s", WORKS, timed=True)
def budgets(walk):
    return meals.timed(walk, 1000, budget=lambda n: walk.basic.post("/v1/budgets",
                                                                    {"name": f"b{n}", "period": "month",
                                                                     "amount": cad("100.00")}))


@row("FR6", "products by price range, within the budget", WORKS)
def price_range(walk):
    person = shopping.buyer(walk)
    found = until(lambda: person.get("/v1/shopping-suggestions?currency=CAD&priceTo=5.00")["items"])
    prices = [float(one["lastPaid"]["amount"]) for one in found]
    budget = person.post("/v1/budgets", {"name": "food", "period": "month", "amount": cad("50.00")})
    within = person.get(f"/v1/shopping-suggestions?currency=CAD&budget={budget['id']}")
    return judged(f"priceTo=5.00: {[(one['product']['name'], one['lastPaid']['amount']) for one in found]}; budget: {within}",
                  range=bool(prices) and max(prices) <= 5, budget=within.ok)


@row("FR7", "details of each article", WORKS)
def details(walk):
    item = shopping.photographed(walk)["items"][0]
    return judged(f"{sorted(item)}", details={"name", "quantity", "unit", "amount", "category", "charges"} <= set(item))


@row("FR8", "advice against the budget", WORKS)
def budget_advice(walk):
    return shopping.budget_advice(walk)


@row("FR9", "articles of the last 10 days are watched, a lower price is announced within 24 h", WORKS)
def lower_price(walk):
    return shopping.lower_price(walk)


@row("FR10", "purchases as charts, with articles and times", WORKS)
def charts(walk):
    person, day = shopping.buyer(walk), walk.day()
    path = f"/v1/spending/chart?from={walk.day(-30)}&to={day}"
    kinds = {(by, kind): person.get(f"{path}&by={by}&format={kind}").status for by in ("day", "category", "store",
                                                                                       "product") for kind in ("svg", "png")}
    french = person.get(f"{path}&by=category&format=svg", Accept_Language="fr").text
    products = until(lambda: "Bananas" in (text := person.get(f"{path}&by=product&format=svg").text) and text) or ""
    days = person.get(f"{path}&by=day&format=svg").text
    return judged(f"{len(kinds)} charts: {sorted(set(kinds.values()))}; with the articles bought: {'Bananas' in products}, with days: {day in days}; "
                  f"in French: {'Boulangerie' in french}", charts=set(kinds.values()) == {200}, articles="Bananas" in products,
                  times=day in days, pictures_in_the_language_of_the_person="Boulangerie" in french)


@row("FR11", "articles are checked and changed within 3 s", WORKS, timed=True)
def edit(walk):
    person = walk.person()
    receipt = person.post("/v1/receipts", shopping.purchase(walk.day(), Bread="3.00"))
    item = receipt["items"][0]["id"]
    changed = person.patch(f"/v1/receipts/{receipt['id']}", {"items": [{"id": item, "amount": cad("3.50")}]})
    back = person.post(f"/v1/receipts/{receipt['id']}/undo")
    return judged(f"{changed} in {changed.ms:.0f} ms: {changed['items'][0]['amount']['amount']}; undone: {back['items'][0]['amount']['amount']}",
                  changed=changed["items"][0]["amount"]["amount"] == "3.50", in_time=changed.seconds < 3,
                  undone=back["items"][0]["amount"]["amount"] == "3.00")


@row("FR12", "the log is complete within 5 s", WORKS, timed=True)
def log_time(walk):
    person = walk.person()
    receipt = person.post("/v1/receipts", shopping.variant_receipt(walk))
    spending = person.get("/v1/spending?from=2025-01-01&to=2025-01-31&by=category")
    return judged(f"{receipt} after {receipt.seconds:.1f} s, then in spending: {[one['total']['amount'] for one in spending['currencies']]}",
                  in_time=receipt.seconds < 5, in_spending=bool(spending["currencies"]))


@row("B1", "an unknown article: guess, ask, learn", WORKS)
def unknown_article(walk):
    return shopping.learned(walk)


@row("B2", "markets near by: radius, ignored and preferred ones", WORKS)
def markets(walk):
    return shopping.markets(walk)


@row("B3", "the location stays on the device", PARTLY)
def location_on_device(walk):
    places = walk.stack.search("43.65123")
    return limited(judged(f"as typed it is in: {places or 'no table or log'}", not_as_typed=not places),
                   "the server keeps it, sealed and rounded to about a kilometer")


@row("EUR2", "undo and cancel", WORKS, timed=True)
def undo(walk):
    return edit(walk)


@row("PIR1", "in English", WORKS)
def english(walk):
    page = walk.page("/")
    return judged(f"{page}; English is the default of texts and problems", english='lang="en"' in page.text)


@row("PIR3", "notifications on and off", WORKS)
def preferences(walk):
    person = walk.person()
    kept = person.put("/v1/notification-preferences", {"channels": {"dailyReport": []},
                                                       "quietHours": {"from": "22:00", "to": "07:00"}})
    return judged(f"{kept}: {str(kept.json)[:140]}", kept=kept.ok)


@row("LR1", "questions and answers, help", WORKS)
def faq(walk):
    return governance.help_topic(walk, "faq")


@row("LR2", "a tutorial", WORKS)
def tutorial(walk):
    return governance.help_topic(walk, "first-steps")


@row("UPR1", "common language", PARTLY)
def common_language(walk):
    person = walk.person()
    scan = person.scan("Ingredients: milk")
    notice = person.notice("scanAssessed")
    return limited(judged(f"\"{notice['title']}: {notice['body'][:100]}\"", scanned=scan.ok),
                   "plain texts in four languages, but no reader has tested them")


@row("SLR1", "tasks take 1 s on average, never more than 12 s", WORKS, timed=True)
def task_times(walk):
    person, photos = walk.person().become_pro(), ("Labels/clean-en.jpg", "Meals/fruit.jpg")
    answers = walk.many(lambda n: person.meal({"name": "apple", "grams": 1 + n})) + walk.many(lambda n: person.scan("Ingredients: milk"))
    answers += [person.post(path, meals.variant(walk.photo(name), n)) for n in range(5)
                for path, name in zip(("/v1/label-scans", "/v1/meals"), photos)]
    times = [one.seconds for one in answers]
    return judged(f"{len(times)} tasks, photos included: {sum(times) / len(times):.2f} s on average, {max(times):.2f} s at most",
                  average=sum(times) / len(times) <= 1, maximum=max(times) <= 12)


@row("PAR1", "more than 90 % of input is read", WORKS)
def input_read(walk):
    return receipts(walk)


@row("PAR2", "spending is right to 95 %", WORKS)
def exact(walk):
    return shopping.exact(walk)


@row("RFR1", "improper input is handled", WORKS)
def improper(walk):
    person = walk.basic
    answers = {"broken JSON": person.send("POST", "/v1/meals", b"{\"items\":", Content_Type="application/json"),
               "HEIC": person.send("POST", "/v1/meals", b"\0\0\0\x18ftypheic" + b"\0" * 99, Content_Type="image/heic"),
               "no photo": person.send("POST", "/v1/meals", b"not a photo", Content_Type="image/jpeg"),
               "wrong type": person.meal({"name": 3}), "negative": person.meal({"name": "apple", "grams": -1})}
    statuses = {name: answer.status for name, answer in answers.items()}
    return judged(f"{statuses}; {answers['negative'].json.get('errors', [{}])[0]}",
                  refused=all(400 <= one < 500 for one in statuses.values()))


@row("MTR3", "others can maintain it", WORKS)
def maintainable(walk):
    status, said = walk.stack.fmctl("lag")
    return judged(f"docs/runbook.md, docs/modules.md, docs/decisions; fmctl lag: {status}", operator_tool=status == 0,
                  runbook=governance.document("docs/runbook.md"))


@row("SPR2", "bugs are reported to the developers", WORKS)
def bugs(walk):
    return staff.bugs_for_developers(walk)


@row("ACR1", "terms are accepted", WORKS)
def terms(walk):
    text = walk.send("GET", f"/v1/terms/{walk.terms}")
    refused = walk.send("POST", "/v1/accounts", {"email": "t@example.org", "password": "violet-tractor-7",
                                                 "acceptedTerms": "1999-01"})
    return judged(f"{text}: {len(text['terms'])} sections of terms, {len(text['privacy'])} of privacy; another version: {refused.status}",
                  text=len(text["terms"]) > 2, enforced=refused.status == 422)


@row("INR1", "encryption, and changes are noticed", PARTLY)
def integrity(walk):
    return governance.encrypted(walk)


@row("INR2", "protected from attackers", WORKS)
def attackers(walk):
    return governance.attacks(walk)


@row("PRR1", "data for others is anonymous", WORKS)
def anonymous(walk):
    return shopping.anonymous(walk)


@row("PRR2", "consent is explicit", PARTLY)
def consent(walk):
    return argued(governance.consents(walk), "creating a household is itself taken as consent to share with its members")


@row("AUR1", "an audit log for administrators", WORKS)
def audit_log(walk):
    answers = {name: walk.staff("administrator").get(f"/v1/audit?category={name}") for name in ("operations", "security")}
    return judged(f"administrator: {[str(one) for one in answers.values()]}", operations=answers["operations"].ok,
                  security_is_for_others=answers["security"].status == 403)


@row("CUR1", "metric, imperial, or both", WORKS)
def units(walk):
    return governance.units(walk)


@row("CUR2", "uncommon articles", WORKS)
def uncommon(walk):
    receipt = walk.person().post("/v1/receipts", shopping.purchase(walk.day(),
                                                                   **{"Durian mooncake": "9.00", "榴莲月饼": "8.00",
                                                                      "Bok choy": "3.50"}))
    return judged(f"{receipt}: {[(item['name'], item['category']) for item in receipt['items']]}",
                  kept=len(receipt["items"]) == 3)


@row("CUR3", "dollars of Canada and of the United States apart", WORKS)
def currencies(walk):
    person = walk.person()
    for currency in ("CAD", "USD"):
        person.post("/v1/receipts", shopping.purchase(walk.day(), currency=currency, Bread="3.00"))
    path = f"from={walk.day()}&to={walk.day()}"
    spending, chart = person.get(f"/v1/spending?{path}"), person.get(f"/v1/spending/chart?{path}&currency=USD")
    return judged(f"{[(one['currency'], one['total']['amount']) for one in spending['currencies']]}; {chart}",
                  apart=[one["currency"] for one in spending["currencies"]] == ["CAD", "USD"], chart=chart.ok)


@row("LR2 (law)", "Canada's law on personal data", WORKS)
def law(walk):
    names = governance.export(walk, walk.basic)
    policy = walk.send("GET", f"/v1/terms/{walk.terms}")
    consents, log, (breaches, _) = walk.basic.get("/v1/consents"), walk.basic.get("/v1/access-log"), walk.stack.fmctl("breaches")
    return judged(f"export with {len(names)} files; {len(policy['privacy'])} sections of privacy policy; {consents}; {log}; fmctl breaches: "
                  f"{breaches}; erasure: row 2 of specification 2", export=bool(names), policy=len(policy["privacy"]) > 2,
                  consents_and_log=consents.ok and log.ok, register_of_breaches=breaches == 0)


@row("24.1a", "a manual, questions and answers, troubleshooting", WORKS)
def manual(walk):
    topics = {topic: governance.help_topic(walk, topic) for topic in ("manual", "faq", "troubleshooting")}
    return judged("; ".join(one.evidence for one in topics.values()),
                  **{topic: one.verdict == WORKS for topic, one in topics.items()})


@row("24.1b", "release notes", WORKS)
def release_notes(walk):
    person = walk.person()
    status, said = walk.stack.fmctl("announcements", "release")
    listed = until(lambda: walk.send("GET", "/v1/announcements")["items"])
    notice = person.notice("releaseNotes")
    return judged(f"fmctl announcements release: {status}; in {sorted(listed[0]['texts'])}; notice: {notice and notice['title']}",
                  four_languages=len(listed[0]["texts"]) == 4, notified=bool(notice))


@row("24.2a", "content for newcomers", WORKS)
def onboarding(walk):
    return tutorial(walk)


@row("24.2b", "ways to get support are shown", WORKS)
def support(walk):
    return governance.help_topic(walk, "support")


@row("24.2c", "comments on the documentation", WORKS)
def documentation(walk):
    return governance.feedback_answered(walk, "documentation")


SPECIFICATION.not_applicable("–", "size of the app, tablets, versions of systems, coverage, dates", "devices and schedule")
