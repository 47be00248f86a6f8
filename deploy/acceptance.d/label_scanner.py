"""Specification 3: Allert, a scanner of ingredient lists for people with allergies."""

import json

import governance
from people import PASSWORD, SAMPLES, until
from verdicts import PARTLY, WORKS, Specification, judged, limited

SPECIFICATION = Specification(3, "Allert: allergens on labels")
row = SPECIFICATION.row
MILK = "Ingredients: oats, sugar, skimmed milk powder"


@row(1, "an account is made; invalid data is reported", WORKS)
def account(walk):
    bad = walk.send("POST", "/v1/accounts", {"email": "no address", "password": "short"})
    fields = [one["pointer"] for one in bad["errors"]]
    return judged(f"{walk.basic.registered}; invalid: {bad.status} {fields}", made=walk.basic.registered.ok,
                  each_field_is_reported=set(fields) == {"/email", "/password", "/acceptedTerms"})


@row(2, "sign-in", WORKS)
def sign_in(walk):
    answer = walk.sign_in(walk.basic.email, PASSWORD)
    return judged(f"{answer}", signed_in=answer.ok)


@row(3, "14 allergens as checkboxes, which are kept", WORKS)
def allergens(walk):
    listed = walk.basic.get("/v1/allergens")["items"]
    names = {code: walk.basic.get("/v1/allergens", Accept_Language=code)["items"][6]["name"] for code in ("en", "fr", "es", "zh")}
    person = walk.person()
    kept = person.put("/v1/allergen-profile", {"allergens": [one["code"] for one in listed]})
    return judged(f"{len(listed)}, one of them {names}; {kept}; checkboxes: test_label_flow.py", fourteen=len(listed) == 14,
                  four_languages=len(set(names.values())) == 4, kept=len(kept["allergens"]) == 14,
                  checkboxes=walk.browser_test("test_label_flow.py", "test_register_scan_and_settings"))


@row(4, "a photo of ingredients gives ingredients and allergens", WORKS)
def photos(walk):
    person, labels = walk.person(), json.loads((SAMPLES / "Labels/labels.json").read_text())
    read, missed, times = 0, [], []
    for label in labels:
        answer = person.post("/v1/label-scans", walk.photo(f"Labels/{label['file']}"))
        times.append(answer.seconds)
        found = {one["allergen"] for one in answer["contains"]}
        read += answer["verdict"] != "couldNotRead"
        if answer["complete"] and not set(label["contains"]) <= found:
            missed.append(f"{label['file']}: {answer['verdict']} {sorted(found)}")
    return judged(f"of {len(labels)} sample labels {read} read, the others said so; an allergen missed in a complete list: {missed or 'none'}; "
                  f"{max(times):.1f} s at most", most_are_read=read >= 0.8 * len(labels), nothing_is_missed=not missed)


@row(5, "a photo without ingredients is reported", WORKS)
def unreadable(walk):
    answer = walk.basic.post("/v1/label-scans", walk.photo("Labels/unreadable-en.jpg"))
    return judged(f"{answer}: {answer['verdict']}, advice {answer['advice']}", never_safe=answer["verdict"] == "couldNotRead")


@row(6, "a notice whether it contains an allergen or not", WORKS)
def notified(walk):
    person = walk.person()
    person.put("/v1/allergen-profile", {"allergens": ["milk"]})
    scans = [person.scan(text) for text in (MILK, "Ingredients: oats, sugar, salt")]
    notices = [person.notice("scanAssessed", where=lambda item, scan=scan: item["cause"] == scan["id"]) for scan in scans]
    titles = [notice and notice["title"] for notice in notices]
    return judged(f"verdicts {[one['verdict'] for one in scans]}, notices {titles}", contains=scans[0]["verdict"] == "contains",
                  not_detected=scans[1]["verdict"] == "notDetected", notified=all(titles))


@row(7, "registration is short", WORKS)
def short(walk):
    answer = walk.register()
    return judged(f"{answer}: address, password and terms, signed in at once", one_request="session" in answer.json)


@row(8, "examples of foods for each allergen", WORKS)
def examples(walk):
    listed = walk.basic.get("/v1/allergens")["items"]
    return judged(f"{listed[0]['name']}: {', '.join(listed[0]['examples'])}",
                  all_have_examples=all(one["examples"] for one in listed))


@row(9, "a diary of reactions with date and cause, past dates too", WORKS)
def reactions(walk):
    return judged(str(reaction(walk)), kept=reaction(walk).ok)


def reaction(walk):
    return walk.once("reaction", lambda: walk.basic.post("/v1/reactions", {
        "occurredOn": walk.day(-10), "allergens": ["milk"], "cause": "yoghurt", "symptoms": ["hives"], "severity": "mild"}))


@row(10, "reactions stay when an allergen is removed", WORKS)
def reactions_stay(walk):
    one = reaction(walk)
    for choice in (["milk"], ["eggs"]):
        walk.basic.put("/v1/allergen-profile", {"allergens": choice})
    kept = walk.basic.get(f"/v1/reactions/{one['id']}")
    return judged(f"profile changed from milk to eggs; {kept}: {kept['allergens']}", kept=kept["allergens"] == ["milk"])


@row(11, "a changed profile holds from the next scan on", WORKS)
def profile_holds(walk):
    person, verdicts = walk.person(), []
    for choice in (["eggs"], ["milk"]):
        person.put("/v1/allergen-profile", {"allergens": choice})
        verdicts.append(person.scan(MILK)["verdict"])
    return judged(f"milk on the label; eggs in the profile: {verdicts[0]}, then milk: {verdicts[1]}",
                  holds=verdicts == ["notDetected", "contains"])


@row(12, "details of the account can be changed", WORKS)
def details(walk):
    changed = walk.basic.patch("/v1/account", {"name": "Ann", "locale": "fr-CA"})
    walk.basic.patch("/v1/account", {"locale": "en"})
    return judged(f"{changed}: {changed['name']}, {changed['locale']}", changed=changed["locale"] == "fr-CA")


@row(13, "cross-contamination", WORKS)
def traces(walk):
    person, results = walk.person(), {}
    for choice in ("warn", "ignore"):
        person.put("/v1/allergen-profile", {"allergens": ["nuts"], "traces": choice})
        results[choice] = person.scan("Ingredients: oats, sugar. May contain nuts.")["verdict"]
    return judged(f"may contain nuts: {results}", warned=results["warn"] == "mayContain",
                  ignored=results["ignore"] == "notDetected")


@row(14, "reliability comes first", WORKS)
def reliable(walk):
    """Checks that plain foods do not alert a person who avoids milk, and that a dish with milk does."""
    person = walk.person()
    person.put("/v1/allergen-profile", {"allergens": ["milk"]})
    plain = {name: person.meal({"name": name, "grams": 100})["id"] for name in ("broccoli", "egg", "apple", "banana")}
    dish = person.meal({"name": "macaroni and cheese", "grams": 300})["id"]
    alarm = person.notice("mealAllergens", where=lambda item: item.get("meal") == dish)
    false = [name for name, meal in plain.items() if any(item.get("meal") == meal for item in person.notices("mealAllergens"))]
    receipt = person.post("/v1/receipts", {"merchant": "Corner", "currency": "CAD", "items": [
        {"name": name, "amount": {"amount": "3.00", "currency": "CAD"}} for name in ("Butter 454g", "Bananas", "Eggs 12")]})
    bought = person.notice("purchaseAllergens")
    unknown = person.scan("Ingredients: sugar, blorbium")["verdict"]
    return judged(f"macaroni and cheese: {alarm and alarm['title']}; false alarms of plain foods: {false or 'none'}; {receipt}: "
                  f"{bought and bought['body'][:100]}; an unknown word: {unknown}", dish_alarms=bool(alarm),
                  plain_foods_do_not=not false,
                  purchases_name_butter_only=bool(bought) and "Butter" in bought["body"] and "Banana" not in bought["body"],
                  unknown_words_are_not_safe=unknown == "couldNotRead")


@row(15, "the ten latest scans are kept", WORKS)
def ten_scans(walk):
    person = walk.person()
    person.put("/v1/allergen-profile", {"allergens": ["milk"], "history": "lastTen"})
    for number in range(12):
        person.scan(f"Ingredients: sugar, salt, water, {'milk' if number % 2 else 'rice'}", name=f"scan {number}")
    listed = until(lambda: len(found := person.get("/v1/label-scans?limit=50")["items"]) == 10 and found) or \
        person.get("/v1/label-scans?limit=50")["items"]
    return judged(f"12 scans with history lastTen: {len(listed)} listed; by default all are kept, older ones as a short fact",
                  ten=len(listed) == 10)


@row(16, "a notice about allergens of earlier scans when the profile changes", WORKS)
def history_alerts(walk):
    person = walk.person()
    person.put("/v1/allergen-profile", {"allergens": ["eggs"]})
    scans = [person.scan(MILK, name=f"bar {number}") for number in range(3)]
    person.put("/v1/allergen-profile", {"allergens": ["eggs", "milk"]})
    alerts = until(lambda: len(found := person.notices("allergenAlert")) >= len(scans) and found) or []
    return judged(f"3 scans with milk, then milk in the profile: {len(alerts)} alerts, the first {alerts and alerts[0]['title']}",
                  one_for_each_scan=len(alerts) == 3)


@row(17, "several ways to sign in, one of them outside", PARTLY)
def ways_to_sign_in(walk):
    issuers, passkey = walk.send("GET", "/v1/sessions/oidc"), walk.basic.post("/v1/account/passkeys/options",
                                                                              {"currentPassword": PASSWORD})
    factor = walk.person().post("/v1/account/totp", {"currentPassword": PASSWORD})
    return limited(judged(f"passkey options {passkey.status}, authenticator {factor.status}; external issuers configured: {issuers['items']}",
                          passkeys=passkey.ok, authenticator=factor.ok, issuers=issuers.ok),
                   "external issuers (OpenID Connect) were tried with a provider of our own only, never with Auth0")


@row(18, "text of photos from different cameras is read", WORKS)
def cameras(walk):
    names = ("blurred-en", "bowed-en", "skewed-en", "dark-en", "glare-en", "inverted-en", "lying-en", "columns-en-fr",
             "folded-en", "small-en")
    verdicts = {name: walk.basic.post("/v1/label-scans", walk.photo(f"Labels/{name}.jpg"))["verdict"] for name in names}
    read = [name for name, verdict in verdicts.items() if verdict != "couldNotRead"]
    return judged(f"{len(read)} of {len(names)} read: {verdicts}", most_are_read=len(read) >= 8)


@row(19, "a database of people, allergens and products", WORKS)
def products(walk):
    gtin = "4006381333931"
    walk.basic.scan(MILK, gtin=gtin)
    product = until(lambda: (answer := walk.basic.get(f"/v1/products/{gtin}")).ok and answer)
    return judged(f"after one scan with a bar code: {product}", product_is_known=bool(product))


@row(20, "one interface for all devices, the scan button stands out", WORKS)
def client(walk):
    page, manifest = walk.page("/"), walk.send("GET", "/manifest.webmanifest")
    return judged(f"{page}, {page.headers['Content-Type']}; {manifest}; flows: test_label_flow.py, test_phone.py (a web client, not React)",
                  page=page.ok and "html" in page.headers["Content-Type"], flow=walk.browser_test("test_phone.py", "test_pages_fit_every_width"))


@row(21, "a firewall in front of the services", PARTLY)
def firewall(walk):
    big = walk.basic.post("/v1/label-scans", walk.photo("Labels/clean-en.jpg") + b"\0" * (18 << 20))
    odd = walk.send("TRACE", "/v1/meals")
    terraform = any("waf" in path.read_text() for path in governance.terraform())
    return limited(judged(f"18 MB: {big.status}; TRACE: {odd.status}; a web firewall in deploy/terraform: {terraform}",
                          large_bodies=big.status == 413,
                          methods=odd.status in (404, 405), firewall=terraform),
                   "limits in the gateway; the firewall of AWS was never applied")


@row(22, "Lambda, Route 53, Terraform", PARTLY)
def serverless(walk):
    names = {name: any(name in path.read_text() for path in governance.terraform()) for name in ("aws_route53", "aws_lambda",
                                                                                                 "aws_ecs")}
    return limited(judged(f"deploy/terraform names {names}", terraform=bool(list(governance.terraform()))),
                   "Terraform plans containers on AWS and was never applied; no Lambda, because consumers run all the time")


SPECIFICATION.not_applicable(23, "internet, phones, deadline", "conditions outside the product")
