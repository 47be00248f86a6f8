"""Checks of accounts, staff and protection that several specifications require."""

import datetime
import io
import json
import re
import time
import urllib.parse
import zipfile

import meals
from client import Unanswered
from people import PASSWORD, ROOT, until
from verdicts import judged, limited

# Pages of the help whose address in the web client differs.
HELP_ROUTES = {"first-steps": "guide", "support": "contact"}
CLIENT = ROOT / "Services/WebClient"


def unverified_order(walk):
    """The response to buying pro before the address is verified."""
    def ask():
        form = {"email": f"unverified-{time.time_ns()}@example.org", "password": "violet-tractor-7", "acceptedTerms": walk.terms}
        token = walk.send("POST", "/v1/accounts", form)["session"]["accessToken"]
        return walk.send("POST", "/v1/subscription", {"plan": "pro-monthly-cad", "region": "CA-ON"},
                         Authorization=f"Bearer {token}")
    return walk.once("unverified order", ask)


def grant(owner, reader, *scopes):
    """The id of a grant that the reader has accepted."""
    ends = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=30)).strftime("%Y-%m-%dT00:00:00Z")
    offer = owner.post("/v1/grants", {"name": "Dr Roy", "scopes": list(scopes), "expiresAt": ends})
    return reader.post("/v1/grants/accept", {"token": offer["token"]})["id"]


def feedback_answered(walk, kind, **more):
    """Checks that feedback is queued, claimed and answered, and that the person sees the answer."""
    staff, person = walk.staff("database-support"), walk.basic
    sent = person.post("/v1/feedback", {"kind": kind, "text": "The chart has no title.", **more})
    queue = until(lambda: newest(staff, sent["id"]))
    path = f"/v1/admin/reviews/{sent['id']}"
    claimed, decided = staff.post(path + "/claim"), staff.post(path, {"decision": "done", "reason": "Thanks, fixed."})
    mine = next(item for item in person.get("/v1/feedback")["items"] if item["id"] == sent["id"])
    return judged(f"{sent}; in the queue: {bool(queue)}; claim {claimed.status}, decision {decided.status}; the person reads: "
                  f"{mine.get('answer')}", sent=sent.ok, in_queue=bool(queue), answered=mine.get("answer") == "Thanks, fixed.")


def newest(staff, identifier):
    return [item for item in staff.get("/v1/admin/reviews?limit=100")["items"] if item["id"] == identifier]


def staff_rules(walk):
    person = walk.person()
    walk.stack.fmctl("roles", "grant", person.id, "shareholder")
    time.sleep(1.1)
    ends = walk.staff("administrator").get(f"/v1/admin/accounts/{person.id}")["roles"][0].get("endsAt")
    read = person.get("/v1/admin/statistics").status
    revoked = walk.staff("administrator").delete(f"/v1/admin/accounts/{person.id}/roles")
    time.sleep(1.1)
    after = person.get("/v1/admin/statistics").status
    return judged(f"without the three dates the role ends at {ends}; statistics {read}; {revoked}; then {after}",
                  a_role_without_clearance_ends=bool(ends), it_opens=read == 200, revoking_holds_at_once=after == 403)


def encrypted(walk):
    """Enters markers in many fields, and searches database, photos, logs and the broker's records for them."""
    person, marker = walk.person(), f"zebrafinch{time.time_ns()}"
    person.patch("/v1/account", {"name": marker})
    person.meal({"name": f"{marker} pie", "grams": 100, "energyKcal": 321}, name=marker)
    person.post("/v1/saved-foods", {"name": marker, "notes": marker, "grams": 10, "energyKcal": 10})
    person.scan(f"Ingredients: milk, {marker}", name=marker)
    person.post("/v1/reactions", {"occurredOn": walk.day(), "allergens": ["milk"], "cause": marker, "notes": marker})
    person.post("/v1/feedback", {"kind": "bug", "text": marker})
    person.put("/v1/allergen-profile", {"allergens": ["milk", "lupin"], "otherIngredients": [marker]})
    time.sleep(1)
    places = walk.stack.search(marker)
    plain = walk.stack.sql("SELECT count(*) FROM information_schema.columns WHERE table_schema = 'allergen' AND "
                           "column_name = 'allergens' AND data_type IN ('ARRAY', 'text', 'jsonb')")
    return limited(judged(f"a marker in 11 fields is in: {places or 'no table, photo or log'}; columns of allergens that are not "
                          f"sealed: {plain[0]}", text_is_sealed=not places),
                   "text and photos are sealed; allergens, grams, amounts and dates are not (docs/security.md)")


def deployable_on_aws(walk):
    files = sorted(path.name for path in (ROOT / "deploy/terraform").rglob("*.tf"))
    checked = (ROOT / "deploy/checks/terraform").exists()
    return limited(judged(f"deploy/terraform: {len(files)} files, region ca-central-1, buckets for photos; deploy/checks/terraform "
                          "plans it", configuration_exists=len(files) > 3 and checked),
                   "valid and planned, never applied to an account")


def retirement_announced(walk):
    """Announces the end of the product, checks the effects, and withdraws the announcement."""
    texts = walk.stack.directory / "retirement.json"
    texts.write_text('{%s}' % ", ".join(f'"{code}": {{"title": "Food Magic ends", "body": "It ends in two years."}}'
                                        for code in ("en", "fr", "es", "zh")))
    day = (datetime.date.today() + datetime.timedelta(days=800)).isoformat() + "T00:00:00Z"
    buyer = walk.person()
    status, said = walk.stack.fmctl("announcements", "add", "retirement", "--texts", texts, "--on", day)
    try:
        form = {"email": f"late-{time.time_ns()}@example.org", "password": "violet-tractor-7", "acceptedTerms": walk.terms}
        late = until(lambda: (answer := walk.send("POST", "/v1/accounts", form)).status == 403 and answer)
        order, notice = buyer.order(), buyer.notice("retirement")
    finally:
        listed = walk.stack.fmctl("announcements", "list")[1]
        identifier = next((word for line in listed.splitlines() if "retirement" in line for word in line.split()), "")
        withdrawn = walk.stack.fmctl("announcements", "withdraw", identifier)
    return judged(f"fmctl: {status}; registration {late and late.slug}; order {order.status} {order.slug}; notice: "
                  f"{notice and notice['title']}; withdrawn: {withdrawn[0] == 0}",
                  registration_is_closed=bool(late) and late.slug == "no-new-accounts",
                  nothing_is_sold=not order.ok, everyone_is_notified=bool(notice))


def dietician(walk):
    patient, reader = walk.pro, walk.staff("dietician")
    meal = patient.meal({"name": "apple", "grams": 150})
    identifier = grant(patient, reader, "diary", "reports")
    day = reader.get(f"/v1/days/{walk.day()}", Grant=identifier)
    report = reader.get(f"/v1/meals/{meal['id']}/report?view=detailed", Grant=identifier)
    written = reader.post(f"/v1/grants/{identifier}/comments",
                          {"text": "Add a portion of legumes.", "about": {"meal": meal["id"]}})
    told = patient.notice("grantChanged", where=lambda item: item["grant"] == identifier and "wrote" in item["title"])
    replied = patient.post(f"/v1/grants/{identifier}/comments", {"text": "Thank you."})
    read = [item["text"] for item in reader.get(f"/v1/grants/{identifier}/comments")["items"]]
    patient.delete(f"/v1/grants/{identifier}")
    late = reader.post(f"/v1/grants/{identifier}/comments", {"text": "One more thing."})
    return judged(f"with a grant: day {day.status}, report {report.status}; comment {written.status}, notice: "
                  f"{told and told['title']}; answer {replied.status}, read: {read}; after the end {late.status}",
                  day_is_shown=day.ok, report_is_shown=report.ok, a_comment_is_written=written.status == 201,
                  the_patient_is_told=bool(told), the_answer_is_read=read == ["Thank you.", "Add a portion of legumes."],
                  nothing_after_the_end=late.status == 404)


def exported(walk, person):
    """The archive of a person's export."""
    made = person.post("/v1/export", {"currentPassword": PASSWORD})
    path = f"/v1/exports/{made['id']}"
    if not until(lambda: person.get(path)["state"] == "ready", 60):
        raise Unanswered(f"{person.get(path)}: the export is not ready")
    return zipfile.ZipFile(io.BytesIO(person.get(path + "/content").ready().body))


def export(walk, person):
    """The names of the files of a person's export."""
    return exported(walk, person).namelist()


def imported(walk):
    """Imports the export of one account into another one, twice."""
    owner, other = walk.person().become_pro(), walk.person().become_pro()
    owner.put("/v1/allergen-profile", {"allergens": ["milk", "lupin"]}).ready()
    saved = owner.post("/v1/saved-foods", {"name": "my bread", "grams": 60, "energyKcal": 150}).ready()
    owner.meal({"savedFoodId": saved["id"]}, {"name": "apple", "grams": 150}, name="Lunch", day=walk.day(-1)).ready()
    tea = owner.post("/v1/receipts", {"merchant": "Corner", "currency": "CAD", "items": [
        {"name": "Tea", "amount": {"amount": "3.00", "currency": "CAD"}}]}).ready()["items"][0]["product"]["id"]
    until(lambda: owner.post("/v1/budgets", {"name": "Tea", "period": "month", "product": tea,
                                             "amount": {"amount": "9.00", "currency": "CAD"}}).ok)
    archive = exported(walk, owner)
    items = [{"kind": kind, "record": record} for kind, name in (
        ("allergenProfile", "allergen-profiles"), ("savedFood", "saved-foods"), ("meal", "meals"), ("receipt", "receipts"),
        ("budget", "budgets"))
        for record in json.loads(archive.read(f"records/{name}.json"))]
    draft = other.post("/v1/photos", walk.photo("Receipts/market-en.jpg")).ready()["id"]
    next(item for item in items if item["kind"] == "receipt")["photos"] = [draft]
    outcomes = [[one["outcome"] for one in other.post("/v1/imports", {"items": items})["items"]] for _ in range(2)]
    meals_there = [one["name"] for one in other.get("/v1/meals")["items"]]
    profile = other.get("/v1/allergen-profile")["allergens"]
    receipt = other.get("/v1/receipts")["items"][0]
    budget = other.get("/v1/budgets")["items"][0]
    refused = walk.basic.post("/v1/imports", {"items": items[:1]})
    return judged(f"export: {len(archive.namelist())} files; into another account: {outcomes[0]}, again: {outcomes[1]}; then meals "
                  f"{meals_there}, allergens {profile}; basic {refused.status}", export=bool(items),
                  imported=set(outcomes[0]) == {"imported"} and meals_there == ["Lunch"] and sorted(profile) == ["lupin", "milk"],
                  budget_for_a_product=budget["product"] == receipt["items"][0]["product"]["id"],
                  photo_of_a_receipt=len(receipt["photos"]) == 1,
                  without_doubles=set(outcomes[1]) == {"present"})


def help_topic(walk, topic):
    """Checks a help page in four languages as the client shows it, and its browser test."""
    pages = [walk.send("GET", f"/v1/help/{topic}", Accept_Language=code) for code in ("en", "fr", "es", "zh")]
    sections = [len(page["sections"]) for page in pages]
    shown = walk.page(f"/help/{HELP_ROUTES.get(topic, topic)}")
    return judged(f"{pages[0]}, version {pages[0]['version']}: {[page['title'] for page in pages]} with {sections[0]} sections each; "
                  f"{shown}; flow test_guide_help_and_contact", page=shown.ok and min(sections) > 2,
                  four_languages=[page["language"] for page in pages] == ["en", "fr", "es", "zh"] and len(set(sections)) == 1,
                  flow=walk.browser_test("test_help.py", "test_guide_help_and_contact"))


def erased(walk):
    """Changes an account, erases it at once, and checks the signed receipt."""
    person = walk.person(name="Ann")
    changed = person.patch("/v1/account", {"name": "Anna"})
    person.scan("Ingredients: milk")
    asked = person.delete("/v1/account", {"currentPassword": PASSWORD, "now": True})
    path = f"/v1/erasures/{asked['link'].rsplit('/', 1)[-1]}"
    done = until(lambda: (answer := walk.send("GET", path))["state"] == "complete" and answer, 60)
    again = walk.sign_in(person.email, PASSWORD)
    services = [one["service"] for one in done["services"]] if done else []
    return judged(f"{changed}; {asked}; erased in {len(services)} services, receipt signed: {bool(done) and 'proof' in done.json}; "
                  f"sign-in then {again.status}", changed=changed["name"] == "Anna", erased_everywhere=len(services) >= 7,
                  receipt=bool(done) and "proof" in done.json, no_sign_in=again.status == 401)


def recovered(walk):
    """Replaces the password with a mailed code."""
    person = walk.person()
    before = len(list(walk.stack.mails(person.email)))
    walk.send("POST", "/v1/accounts/recovery", {"email": person.email})
    until(lambda: len(list(walk.stack.mails(person.email))) > before)
    code = walk.stack.mailed_code(person.email)
    text = list(walk.stack.mails(person.email))[-1][1]
    link = re.search(r"https?://[^/\s]+(/\S+)#", text)
    page = bool(link) and f'path: "{link[1]}"' in client_text("src/screens/routes.ts")
    changed = walk.send("POST", "/v1/accounts/recovery", {"code": code, "password": "marble-otter-summit-4"})
    back = walk.sign_in(person.email, "marble-otter-summit-4")
    return judged(f"recovery by mail {changed.status}, sign-in with the new password {back.status}; the mail's link opens {link and link[1]}",
                  recovered=back.ok, the_link_opens_a_page_of_the_client=page)


def restored(walk):
    """Deletes one item of each kind and restores each."""
    person, results = walk.pro, {}
    made = {
        "meals": person.meal({"name": "apple", "grams": 10}),
        "saved-foods": person.post("/v1/saved-foods", {"name": f"r {time.time_ns()}", "grams": 10, "energyKcal": 10}),
        "reactions": person.post("/v1/reactions", {"occurredOn": walk.day(), "allergens": ["milk"]}),
        "budgets": person.post("/v1/budgets", {"name": "r", "period": "month", "amount": {"amount": "10.00", "currency": "CAD"}}),
        "foods": person.post("/v1/foods", {"name": f"r {time.time_ns()}", "energyKcal": 100}),
    }
    person.scan("Ingredients: milk")
    made["notifications"] = person.get(f"/v1/notifications/{person.notice('scanAssessed')['id']}")
    for kind, answer in made.items():
        path = f"/v1/{kind}/{answer['id']}"
        person.delete(path)
        results[kind] = person.post(path + "/restore").status
    receipt = person.post("/v1/receipts", {"merchant": "Corner", "currency": "CAD", "items": [
        {"name": "Bread", "amount": {"amount": "3.00", "currency": "CAD"}}]})
    person.delete(f"/v1/receipts/{receipt['id']}")
    results["receipts"] = person.post(f"/v1/receipts/{receipt['id']}/undo").status
    return judged(f"deleted, then restored: {results}", **{kind.replace("-", "_"): status == 200 for kind,
                                                           status in results.items()})


def shared_meal(walk):
    """A link to a picture of a meal with its photo, opened by a stranger, then withdrawn."""
    meal = meals.photo_meal(walk)["id"]
    shared = walk.pro.post(f"/v1/meals/{meal}/share", {"photo": True, "nutrients": ["protein", "vitaminC"]})
    paths = [urllib.parse.urlsplit(shared[name]).path for name in ("url", "pictureUrl", "photoUrl")]
    seen = [walk.send("GET", path) for path in paths]
    walk.pro.delete(f"/v1/shares/{shared['id']}")
    after = walk.send("GET", paths[1])
    return judged(f"page, picture, photo: {[one.status for one in seen]}, {seen[1].headers['Content-Type']}; withdrawn: {after.status}",
                  shown=all(one.ok for one in seen), withdrawn=after.status == 404)


def languages(walk):
    """Checks problems, notices, foods and charts in French, Spanish and Chinese."""
    problem = {code: walk.send("GET", "/v1/meals", Accept_Language=code)["title"]
               for code in ("en", "fr", "es", "zh")}
    foods = {code: walk.basic.get("/v1/foods?query=" + word, Accept_Language=code)["items"]
             for code, word in (("fr", "pomme"), ("es", "manzana"), ("zh", "苹果"))}
    dishes = {name: bool(walk.basic.get("/v1/foods?query=" + name)["items"]) for name in ("arroz con pollo", "poutine",
                                                                                          "butter tart")}
    fields = {code: walk.send("POST", "/v1/accounts", {"email": "no address", "password": "short"},
                              Accept_Language=code)["errors"][0]["detail"] for code in problem}
    portions = {code: walk.basic.get("/v1/foods/sr28-09003", Accept_Language=code)["portions"][0]["measure"] for code in problem}
    person = walk.person(locale="fr-CA")
    person.scan("Ingredients: milk")
    notice = person.notice("scanAssessed")
    catalogs = sorted(path.name for path in (ROOT / "Services/WebClient/lang").iterdir() if path.name in ("en", "fr", "es", "zh"))
    described = {code: items[0].get("description", items[0].get("name")) for code, items in foods.items() if items}
    return limited(judged(f"problem titles {problem}, of a field {fields}; a French notice: {notice['title']}; client texts {catalogs}; "
                          f"foods {described}, portions {portions}; found {dishes}",
                          problems=len(set(problem.values())) == len(set(fields.values())) == 4,
                          notices=notice["language"] == "fr", client=len(catalogs) == 4, foods=all(foods.values()),
                          portions=len(set(portions.values())) == 4, dishes=all(dishes.values())),
                   "2,799 foods have names in four languages; the 4,740 others, eaten rarely, have the English one of their source")


def terraform():
    return (ROOT / "deploy/terraform").rglob("*.tf")


def administered(walk):
    """An administrator gives a plan, corrects the language, suspends and reinstates an account."""
    staff, person = walk.staff("administrator"), walk.person()
    path = f"/v1/admin/accounts/{person.id}"
    until_day = (datetime.date.today() + datetime.timedelta(days=30)).isoformat() + "T12:00:00Z"
    plan = staff.put(path + "/plan", {"tier": "pro", "until": until_day, "reason": "study"})
    tier = until(lambda: (found := person.get("/v1/subscription")["tier"]) == "pro" and found)
    locale = staff.patch(path, {"locale": "fr-CA", "reason": "asked for it"})
    staff.patch(path, {"status": "suspended", "reason": "broke the rules"})
    refused = walk.sign_in(person.email, PASSWORD).status
    staff.patch(path, {"status": "active", "reason": "settled"})
    again = walk.sign_in(person.email, PASSWORD).status
    return judged(f"plan {plan.status}, tier {tier}; locale {locale.status}; suspended: sign-in {refused}; reinstated: {again}",
                  plan=tier == "pro",
                  account=locale.ok, suspended=refused == 403, reinstated=again == 201)


def seats(walk):
    """An institution buys five seats and offers one; the person who claims it has pro."""
    buyer, member = walk.person(), walk.person()
    plan = next(one for one in walk.send("GET", "/v1/plans")["plans"] if one["mostSeats"] > 1 and one["price"]["currency"] == "CAD")
    buyer.become_pro(plan=plan["plan"], seats=max(5, plan["leastSeats"]))
    token = buyer.post("/v1/subscription/seats", {"name": "Ann"})["token"]
    taken = member.post("/v1/seats/accept", {"token": token})
    tier = until(lambda: (found := member.get("/v1/subscription")["tier"]) == "pro" and found)
    paid = buyer.get("/v1/payments")["items"][0]["total"]
    return judged(f"{plan['plan']}, 5 seats for {paid['amount']} {paid['currency']}; seat accepted {taken.status}, then {tier}",
                  seat=tier == "pro")


def attacks(walk):
    """Guesses a password from other networks, and sends an unsigned token."""
    victim = walk.person()
    victim.headers = {"X-Forwarded-For": "198.51.100.7"}
    walk.sign_in(victim.email, PASSWORD, X_Forwarded_For="198.51.100.7")
    wrong = [walk.sign_in(victim.email, "guess", X_Forwarded_For=f"192.0.2.{n}").status for n in range(8)]
    owner = walk.sign_in(victim.email, PASSWORD, X_Forwarded_For="198.51.100.7")
    own = victim.post("/v1/account/totp", {"currentPassword": PASSWORD})
    forged = walk.send("GET", "/v1/account", Authorization="Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.")
    return judged(f"guesses {wrong}; an unsigned token {forged.status}; the owner from a known network meanwhile: sign-in "
                  f"{owner.status}, proof of identity {own.status}", guessing_is_slowed=429 in wrong,
                  unsigned_tokens_are_refused=forged.status == 401, the_owner_is_not_locked_out=owner.ok and own.ok)


def consents(walk):
    person = walk.person()
    before = {name: one["allowed"] for name, one in person.get("/v1/consents")["purposes"].items()}
    set_off = person.put("/v1/consents", {"purposes": {"trainingPhotos": False}})
    person.post("/v1/households", {"name": "Maple", "displayName": "Ann"}).ready()
    after = person.get("/v1/consents")["purposes"]["sharing"]["allowed"]
    return judged(f"{len(before)} purposes, allowed at first: {[name for name, one in before.items() if one]}; a change {set_off.status}; making a "
                  f"household switches sharing on: {after}", purposes_are_apart=len(before) >= 7, changeable=set_off.ok,
                  nothing_is_switched_on_by_itself=not after or before["sharing"])


def client_text(name):
    return (CLIENT / name).read_text()


def document(name):
    return (ROOT / name).exists()


def document_text(name):
    return (ROOT / name).read_text()


def units(walk):
    person = walk.person()
    account = person.patch("/v1/account", {"units": "imperial"})
    goals = person.put("/v1/goals", {"body": {"birthday": "1990-05-01", "sex": "male", "heightIn": 70, "weightLb": 180,
                                              "activity": "lowActive"}})
    meal = person.meal({"name": "apple", "ounces": 5})
    prices = {name: person.put("/v1/shopping-preferences", {"units": name}).status for name in ("metric", "imperial", "mixed")}
    return judged(f"{account['units']}; body in inches and pounds {goals.status}: {goals.json.get('measures')}; 5 oz of apple "
                  f"{meal['items'][0]['ounces']['value']} oz; shopping {prices}", body=goals.ok,
                  meals=meal["items"][0]["ounces"]["value"] == 5,
                  prices=set(prices.values()) == {200})
