"""Checks of what each role of staff may do: test environment, catalog, database, campaigns, reports of bugs."""

import datetime
import json
import re
import time

import governance
from people import ROOT, until
from verdicts import WORKS, judged


def test_environment(walk):
    """Creates synthetic people, for which the setting of the test environment is needed, and signs in as its tester."""
    refused, _ = walk.stack.fmctl("demo", "people", "--count", 1)
    made, said = walk.stack.fmctl("demo", "people", "--count", 1, ENVIRONMENT="test")
    people = {what: (address, password) for address, password, what in re.findall(r"^(\S+@\S+)  (\S+)  (\S+)$", said, re.MULTILINE)}
    signed_in = walk.sign_in(*people["tester"]) if "tester" in people else None
    kept = "deploy/run --environment test" in (ROOT / "deploy/run").read_text()
    return judged(f"fmctl demo people: {made}, {len(people)} kinds of people and staff; sign-in as tester {signed_in and signed_in.status}; "
                  f"elsewhere refused: {refused != 0}; deploy/run --environment test starts a stack of its own with them",
                  synthetic_people=made == 0 and bool(signed_in) and signed_in.ok, not_among_real_people=refused != 0,
                  own_stack=kept)


def catalog_support(walk):
    """Database support adds a food, everyone finds it, and support removes it; an invalid food is refused, and
    everything is audited."""
    support, name = walk.staff("database-support"), f"walk crisp {time.time_ns() % 1_000_000}"
    path = f"/v1/admin/foods/fm-{time.time_ns()}"
    refused = support.put(path, {"names": {"en": name}, "energyKcal": 50, "nutrients": {"fatG": 900}})
    added = support.put(path, {"names": {"en": name}, "energyKcal": 500})
    found = until(lambda: [one for one in walk.basic.get(f"/v1/foods?query={name}")["items"] if one["name"] == name])
    removed = support.delete(path, If_Match=support.get(path).headers["ETag"])
    gone = until(lambda: walk.basic.get(path.replace("/admin", "")).status == 404)
    log = walk.staff("administrator").get("/v1/audit?category=operations&limit=100")["items"]
    actions = sorted({one["action"] for one in log if one["action"] in ("food-changed", "food-withdrawn")})
    return judged(f"added {added.status}, found by others: {bool(found)}; 900 g of fat in 100 g: {refused.status}; removed {removed.status}, "
                  f"then gone: {bool(gone)}; audit log: {actions}", adds=added.ok and bool(found), invalid_is_refused=refused.status == 422,
                  removes=removed.status == 204 and bool(gone), audited=actions == ["food-changed", "food-withdrawn"])


def database_access(walk):
    """Gives a person a role in the database, uses it, and records the log with its hour moved back by three."""
    status, said = walk.stack.fmctl("database-access", "add", "walker")
    role, password = re.search(r"^(person_walker)  (\S+)$", said, re.MULTILINE).groups()
    read, looked = walk.stack.sql_as(role, password, "SELECT count(*) FROM nutrition.meals")
    hidden = walk.stack.sql_as(role, password, "SELECT password_hash FROM ingestion.accounts LIMIT 1")[0]
    changed = walk.stack.sql_as(role, password, "DELETE FROM nutrition.meals")[0]
    earlier = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=3)).strftime("%Y-%m-%d %H:%M:%S.000 UTC")
    lines = [json.dumps(json.loads(line) | {"timestamp": earlier}) for line in walk.stack.database_log() if role.encode() in line]
    file = walk.stack.directory / "database-access.json"
    file.write_text("\n".join(lines) + "\n")
    recorded, found = walk.stack.fmctl("database-access", "record", file)
    removed, _ = walk.stack.fmctl("database-access", "remove", "walker")
    entries = [one for one in walk.staff("cybersecurity").get("/v1/audit?category=access&limit=100")["items"]
               if one["action"] == "database-access" and role in one["resource"]]
    others = walk.staff("administrator").get("/v1/audit?category=access").status
    return judged(f"fmctl database-access add: {status}; reads {read == 0}, hashes {hidden == 0}, changes {changed == 0}; record: {recorded} "
                  f"{found.strip().splitlines()[-1:]}; audit log: {entries and entries[0]['resource']}; administrators {others}",
                  people_have_roles_that_only_read=read == 0 and hidden != 0 and changed != 0 and removed == 0,
                  sessions_are_in_the_audit_log=bool(entries), only_for_security=others == 403)


def promotions(walk):
    """A staff campaign is shown to basic after some actions, counted once ten people have seen it, and deleted."""
    chief, people, name = walk.staff("administrator"), [walk.person() for _ in range(10)], f"Spring {time.time_ns()}"
    words = {code: {"title": f"{name} {code}", "body": "Half a year of Pro."} for code in ("en", "fr", "es", "zh")}
    made = chief.post("/v1/admin/campaigns", {"name": name, "words": words, "places": ["today"], "perDay": 1})
    executive = walk.staff("executive")

    def counts():
        return next(one.get("counts") for one in executive.get("/v1/admin/campaigns")["items"] if one["id"] == made["id"])

    for person in people:
        for number in range(21):
            person.meal({"name": "apple", "grams": 1 + number})
        hidden, shown = counts(), person.get("/v1/promotions/next?place=today")
    other, clicked = walk.pro.get("/v1/promotions/next?place=today"), people[0].post(f"/v1/promotions/{made['id']}/click")
    found = counts()
    deleted = chief.delete(f"/v1/admin/campaigns/{made['id']}")
    return judged(f"{made}; after 21 meals: {shown} {shown.json and shown['title']}; pro: {other.status}; clicked {clicked.status}; "
                  f"executives read {found}, before the tenth person {hidden}; deleted {deleted.status}", shown=shown.status == 200 and shown["id"] == made["id"],
                  pro_has_none=other.status == 204, counted=found == {"shown": 10, "clicked": 1, "dismissed": 0}, small_groups_are_hidden=hidden is None,
                  managed_by_staff=made.ok and deleted.status == 204)


def bugs_for_developers(walk):
    """Support answers a bug report, and developers read it, but no other feedback."""
    answered = governance.feedback_answered(walk, "bug")
    developer, comment = walk.staff("developer"), walk.basic.post("/v1/feedback", {"kind": "documentation", "text": "Too short."})
    bug = walk.basic.post("/v1/feedback", {"kind": "bug", "text": "The chart is empty."})
    read = until(lambda: (answer := developer.get(f"/v1/admin/reviews/{bug['id']}")).ok and answer)
    other = developer.get(f"/v1/admin/reviews/{comment['id']}")
    return judged(f"{answered.evidence}; a developer reads: {read and read['text']}; other feedback {other.status}",
                  answered=answered.verdict == WORKS, developers_read_it=bool(read) and read["text"] == "The chart is empty.",
                  and_nothing_else=other.status == 404)
