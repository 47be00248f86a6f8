"""The stack under test and the people who use it: accounts of both plans, staff, their mails and their payments."""

import datetime
import email
import email.policy
import json
import os
import pathlib
import re
import secrets
import socket
import statistics
import subprocess
import time
import urllib.parse
import zoneinfo

from client import Client, Unanswered

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "Shared/Testing/SampleLabels"
BROWSER_TESTS = ROOT / "Services/WebClient/Tests/browser"
TIME_ZONE = "America/Toronto"
PASSWORD = "violet-tractor-horizon-9"
VISA, MASTERCARD, AMEX, DISCOVER = "4242424242424242", "5555555555554444", "378282246310005", "6011111111111117"
ADULT = {"birthday": "1990-05-01", "sex": "female", "heightCm": 168, "weightKg": 62, "activity": "lowActive"}
RENEW_AFTER = 480  # seconds; an access token is valid for 600
MEALS_A_DAY = 90  # fewer than the API allows
ENOUGH = 20  # minimum number of requests for a percentile


class Stack:
    """The directory of a stack that deploy/stack started."""

    def __init__(self, directory, programs):
        self.directory, self.programs = pathlib.Path(directory), pathlib.Path(programs)
        lines = (self.directory / "ports").read_text().split()
        self.ports = dict(line.split("=") for line in lines)
        self.operator = dict(line.split("=", 1) for line in (self.directory / "environment/fmctl").read_text().splitlines())
        self.client = Client(f"127.0.0.1:{self.ports['gateway']}")

    def fmctl(self, *arguments, **more):
        """Runs the operator's tool; returns the exit status and both outputs together."""
        run = subprocess.run([self.programs / "fmctl", *map(str, arguments)], env={**os.environ, **self.operator, **more},
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
        return run.returncode, run.stdout

    def sql(self, statement):
        """Rows of a query by the database's administrator, with fields separated by |."""
        run = subprocess.run(["psql", "-XAtq", self.operator["ADMIN_DATABASE_URL"], "-c", statement],
                             capture_output=True, text=True, timeout=120, check=False)
        if run.returncode:
            raise Unanswered(f"psql: {run.stderr.strip()[:300]}")
        return run.stdout.splitlines()

    def service_output(self, program, seconds=10, **changed):
        """Starts a program with changed settings; its exit status (0 if it still ran at the end) and output."""
        lines = (self.directory / "environment" / program).read_text().splitlines()
        environment = dict(line.split("=", 1) for line in lines) | {"HEALTH_PORT": str(free_port())} | changed
        try:
            run = subprocess.run([self.programs / program], env={**os.environ, **environment}, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired as ended:
            return 0, (ended.stdout or b"").decode(errors="replace")
        return run.returncode, run.stdout

    def metric(self, service, series):
        """A value of a service's metrics; 0 if it is missing."""
        text = Client(f"127.0.0.1:{self.ports[service]}").send("GET", "/metrics").text
        values = [line.rsplit(" ", 1)[1] for line in text.splitlines() if line.startswith(series + " ")]
        return float(values[0]) if values else 0.0

    def statement_time(self, pattern, act):
        """The 80th percentile of the milliseconds that the database took for a kind of statement while `act` ran."""
        begin = len(self.database_log())
        self.sql("ALTER SYSTEM SET log_min_duration_statement = 0")
        self.sql("SELECT pg_reload_conf()")
        time.sleep(0.3)
        try:
            act()
        finally:
            self.sql("ALTER SYSTEM RESET log_min_duration_statement")
            self.sql("SELECT pg_reload_conf()")
        steps = [re.match(r"duration: ([\d.]+) ms  execute [^:]*: (.*)", json.loads(line).get("message", ""), re.DOTALL)
                 for line in self.database_log()[begin:]]
        times = [float(step[1]) for step in steps if step and pattern in step[2]]
        if len(times) < ENOUGH:
            raise Unanswered(f"{len(times)} statements with {pattern} in the database's log")
        return statistics.quantiles(times, n=5)[3]

    def database_log(self):
        """The lines of PostgreSQL's log, which is JSON (deploy/stack)."""
        logs = pathlib.Path(self.sql("SHOW data_directory")[0]) / self.sql("SHOW log_directory")[0]
        return [line for file in sorted(logs.glob("*.json"))
                for line in file.read_bytes().rpartition(b"\n")[0].splitlines()]

    def sql_as(self, role, password, statement):
        """Exit status and both outputs of a statement executed by another role."""
        url = urllib.parse.urlsplit(self.operator["ADMIN_DATABASE_URL"])
        address = url._replace(netloc=f"{role}:{password}@{url.hostname}:{url.port}").geturl()
        run = subprocess.run(["psql", "-XAtq", address, "-c", statement], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, timeout=60, check=False)
        return run.returncode, run.stdout

    def search(self, marker):
        """The tables, photos and logs that contain a text in plaintext."""
        tables = self.sql("SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables "
                          "WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")
        tests = [f"SELECT '{table}' FROM {table} AS r WHERE r::text LIKE '%{marker}%' OR r::text LIKE "
                 f"'%{marker.encode().hex()}%'" for table in tables]
        found = set(self.sql(" UNION ".join(tests)))
        for folder in ("photos", "logs"):
            files = [path for path in (self.directory / folder).rglob("*") if path.is_file()]
            found |= {path.name for path in files if marker.encode() in path.read_bytes()}
        return sorted(found)

    def restart(self, service):
        run = subprocess.run([ROOT / "deploy/supervise", "restart", self.directory, service], capture_output=True, text=True,
                             timeout=120, check=False)
        if run.returncode:
            raise Unanswered(f"{service} was not restarted: {run.stderr[-300:]}")

    def mails(self, address):
        """Subject and text of each mail to an address, oldest first."""
        box = self.directory / "mailbox/all"
        files = [file for part in ("new", "cur") for file in (box / part).glob("*")]
        for file in sorted(files, key=lambda one: (one.stat().st_mtime_ns, one.name)):
            mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            if address in (mail["To"] or ""):
                body = mail.get_body(preferencelist=("plain", "html"))
                yield str(mail["Subject"]), body.get_content() if body else ""

    def mailed_code(self, address, after=0):
        """The code of the newest e-mail to an address, once there are more than `after` e-mails with a code."""
        found = until(lambda: [code for _, text in self.mails(address) for code in codes_of(text)][after:])
        return found[-1]


def codes_of(text):
    """Codes that are alone on a line of an e-mail."""
    return re.findall(r"^([\w-]{20,64})$", text, re.MULTILINE)[:1]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def until(read, seconds=20):
    """Calls `read` until its result is true or the time is over; returns the last result."""
    deadline = time.monotonic() + seconds
    while True:
        found = read()
        if found or time.monotonic() > deadline:
            return found
        time.sleep(0.1)


def p80(answers, status=None):
    """The 80th percentile of response times in milliseconds; each must be a success, or have this status."""
    bad = [answer for answer in answers if not (answer.status == status if status else answer.ok)]
    if bad:
        raise Unanswered(f"{len(bad)} of {len(answers)} failed, one with {bad[0]} {bad[0].text[:150]}")
    return statistics.quantiles([answer.ms for answer in answers], n=5)[3]


class Person:
    """A person with an account; signs in again before the access token expires."""

    def __init__(self, walk, address=None, **form):
        self.walk, self.password, self.headers = walk, PASSWORD, {}
        self.email = address or f"walk-{secrets.token_hex(6)}@example.org"
        body = {"email": self.email, "password": PASSWORD, "locale": "en", "timeZone": TIME_ZONE,
                "acceptedTerms": walk.terms, **form}
        self.registered = walk.send("POST", "/v1/accounts", body)
        if self.registered.status != 201:
            raise Unanswered(f"{self.registered}: {self.registered.text[:300]}")
        self.id = self.registered["account"]["id"]
        self.take(self.registered)

    def take(self, answer):
        self.token, self.since = answer["session"]["accessToken"], time.monotonic()

    def send(self, method, path, body=None, **headers):
        if time.monotonic() - self.since > RENEW_AFTER:
            self.take(self.walk.send("POST", "/v1/sessions", {"email": self.email, "password": PASSWORD}))
        named = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        return self.walk.client.send(method, path, body, named, self.token)

    def get(self, path, **headers):
        return self.send("GET", path, **headers)

    def post(self, path, body=None, **headers):
        return self.send("POST", path, body, **headers)

    def put(self, path, body=None, **headers):
        return self.send("PUT", path, body, **headers)

    def patch(self, path, body=None, **headers):
        return self.send("PATCH", path, body, **headers)

    def delete(self, path, body=None, **headers):
        return self.send("DELETE", path, body, **headers)

    def verify(self):
        """Confirms the address with the mailed code."""
        return self.post("/v1/accounts/verification", {"code": self.walk.stack.mailed_code(self.email)})

    def order(self, plan="pro-monthly-cad", region="CA-ON", **more):
        """A new subscription and its payment page, before the payment."""
        return self.post("/v1/subscription", {"plan": plan, "region": region, **more})

    def pay(self, order, card=VISA):
        """Enters a card on the provider's page; returns the page's response."""
        page = urllib.parse.urlsplit(order["checkout"]["url"])
        body = urllib.parse.urlencode({"card": card})
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return Client(page.netloc).send("POST", page.path + ("?" + page.query if page.query else ""), body.encode(), headers)

    def become_pro(self, card=VISA, **order):
        paid = self.pay(self.order(**order), card)
        if not until(lambda: self.get("/v1/subscription")["tier"] == "pro"):
            raise Unanswered(f"{paid}: the account did not become pro")
        return self

    def notices(self, *kinds):
        items = self.get("/v1/notifications?limit=100")["items"]
        return [item for item in items if not kinds or item["kind"] in kinds]

    def notice(self, kind, seconds=20, where=lambda item: True):
        """The newest notice of a kind, waiting until there is one."""
        found = until(lambda: [item for item in self.notices(kind) if where(item)], seconds)
        return found[0] if found else None

    def meal(self, *items, day=None, **more):
        """Enters a meal by hand."""
        at = {"eatenAt": f"{day}T16:00:00Z"} if day else {}
        return self.post("/v1/meals", {"items": list(items), **at, **more})

    def scan(self, text, **more):
        return self.post("/v1/label-scans", {"text": text, "language": "en", **more})


class Walk:
    """State shared by all checks: the stack, people (created on first use), and measurements."""

    def __init__(self, stack):
        self.stack, self.client = stack, stack.client
        self.made, self.eaten = {}, 0
        self.terms = self.send("GET", "/v1/terms")["version"]

    def send(self, method, path, body=None, **headers):
        """A request without an account."""
        return self.client.send(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})

    def once(self, name, make):
        """The result of `make`, computed once for all checks that use the name."""
        if name not in self.made:
            self.made[name] = make()
        return self.made[name]

    def person(self, **form):
        """A new account on the basic plan, with a verified address."""
        person = Person(self, **form)
        person.verify()
        return person

    @property
    def basic(self):
        return self.once("basic", self.person)

    @property
    def pro(self):
        return self.once("pro", lambda: self.person(body=dict(ADULT)).become_pro())

    def eater(self):
        """A person on pro whose current day has room for another meal."""
        self.eaten += 1
        return self.once(f"eater {self.eaten // MEALS_A_DAY}", lambda: self.person().become_pro())

    def staff(self, *roles):
        """A person with these staff roles, with recorded clearance, signed rules and training."""
        return self.once(("staff", *roles), lambda: self.with_roles(self.person(), *roles))

    def with_roles(self, person, *roles):
        for role in roles:
            status, said = self.stack.fmctl("roles", "grant", person.id, role, "--cleared", "2026-01-01", "--rules-signed",
                                            "2026-01-01", "--trained", "2026-01-01")
            if status:
                raise Unanswered(f"fmctl roles grant {role}: {said[-300:]}")
        time.sleep(1.1)
        return person

    def register(self, address=None):
        """The response to a registration whose account is not used further."""
        form = {"email": address or f"walk-{secrets.token_hex(6)}@example.org", "password": PASSWORD, "acceptedTerms": self.terms}
        return self.send("POST", "/v1/accounts", form)

    def page(self, path):
        """A page of the web client, requested as a browser does."""
        return self.send("GET", path, Accept="text/html")

    def sign_in(self, address, password, **headers):
        return self.send("POST", "/v1/sessions", {"email": address, "password": password}, **headers)

    def photo(self, name):
        return (SAMPLES / name).read_bytes()

    def many(self, ask, count=ENOUGH):
        """The responses to equal requests, sent one after the other; `ask` receives the number of each."""
        return [ask(number) for number in range(count)]

    def day(self, days=0):
        """The day in Toronto, this many days from today."""
        now = datetime.datetime.now(zoneinfo.ZoneInfo(TIME_ZONE))
        return (now.date() + datetime.timedelta(days=days)).isoformat()

    def browser_test(self, file, name):
        """Whether the browser test that shows a requirement still exists."""
        return f"def {name}(" in (BROWSER_TESTS / file).read_text()
