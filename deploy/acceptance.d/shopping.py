"""Purchases, prices and budgets for the checks of specification 5."""

import time

import meals
from people import until
from verdicts import judged

TORONTO, FAR = {"latitude": 43.65, "longitude": -79.38}, {"latitude": 49.28, "longitude": -123.12}


def cad(amount, currency="CAD"):
    return {"amount": amount, "currency": currency}


def purchase(day, merchant="No Frills", currency="CAD", store=None, **items):
    """A typed receipt; items are names with amounts."""
    return {"merchant": merchant, "currency": currency, "purchasedAt": f"{day}T12:00:00", **({"store": store} if store else {}),
            "items": [{"name": name.replace("_", " "), "amount": cad(amount, currency)} for name, amount in items.items()]}


def variant_receipt(walk):
    return meals.variant(walk.photo("Receipts/market-en.jpg"), 1)


def photographed(walk):
    return walk.once("receipt", lambda: walk.pro.post("/v1/receipts", variant_receipt(walk)).ready())


# Items printed on the sample receipt, with their amounts and correct categories.
PRINTED = {"TOMATO SOUP 540ML": ("1.93", "pantry"), "SPARKLING WATER LIME": ("5.36", "beverages"),
           "BROOKDALE 2% MILK 4L": ("24.16", "dairy"),
           "BAGELS SESAME 6": ("3.60", "bakery"), "PAPER TOWEL 6 ROLL": ("8.81", "household"), "BANANAS": ("2.75", "produce"),
           "CHICKEN THIGHS BNLS": ("33.75", "meat")}


def receipt_read(walk):
    receipt = photographed(walk)
    lines = {item["name"]: (item["amount"]["amount"], item["category"]) for item in receipt["items"]}
    amounts = sum(lines.get(name, ("",))[0] == amount for name, (amount, _) in PRINTED.items())
    other = [f"{name} as {lines[name][1]}" for name, (_, category) in PRINTED.items() if name in lines and lines[name][1] != category]
    return judged(f"sample receipt: {amounts} of {len(PRINTED)} articles with name and amount, total {receipt['total']['amount']}, "
                  f"{receipt['merchant']}, {receipt['purchasedAt']}; sorted wrongly: {', '.join(other) or 'none'}; real receipts: "
                  "docs/reading-receipts.md", articles=amounts >= 0.9 * len(PRINTED), total=receipt["total"]["amount"] == "80.43",
                  shop_and_time=bool(receipt["merchant"]) and bool(receipt["purchasedAt"]))


def buyer(walk):
    """A person with purchases of today."""
    def make():
        person = walk.person()
        person.post("/v1/receipts", purchase(walk.day(), Bread="3.00", Bananas="2.20", Butter_454g="6.99", Chips="12.49")).ready()
        return person
    return walk.once("buyer", make)


def exact(walk):
    person = walk.person()
    for number in range(5):
        person.post("/v1/receipts", purchase(walk.day(), Bread=f"3.{number}7", Milk="0.99"))
    spending = person.get(f"/v1/spending?from={walk.day()}&to={walk.day()}")
    total = spending["currencies"][0]["total"]["amount"]
    return judged(f"five purchases: {total}, expected 21.30", exact=total == "21.30")


def shopper(walk, number, place=None, shares=True):
    """A person with a place, a separate network, and an account that is twenty days old."""
    person = walk.person()
    person.headers = {"X-Forwarded-For": f"24.{number}.{time.time_ns() % 250}.7"}
    walk.stack.sql("UPDATE ingestion.accounts SET created_at = created_at - interval '20 days', "
                   f"email_verified_at = email_verified_at - interval '20 days' WHERE account_id = '{person.id}'")
    person.put("/v1/consents", {"purposes": {"communityPrices": shares, "location": True}})
    person.put("/v1/shopping-preferences", {"location": place or TORONTO, "radiusKm": 10, "sharesPrices": shares}).ready()
    return person


def neighbours(walk):
    """Three people who paid 4.99 for butter at one shop, and three others: one who paid 6.99 elsewhere, one who ignores
    that shop, and one far away. Then the hourly price job runs, because the service restarts."""
    return walk.once("neighbours", lambda: make_neighbours(walk))


def make_neighbours(walk):
    cheap, dear = {"number": "3321", "address": "243 Alberta Ave"}, {"number": "17", "address": "1 King St"}
    for number in range(3):
        shopper(walk, number).post("/v1/receipts", purchase(walk.day(), store=cheap, Butter_454g="4.99")).ready()
    people = {"near": shopper(walk, 11), "far": shopper(walk, 12, FAR), "late": shopper(walk, 13), "ignoring": shopper(walk, 14)}
    for name, person in people.items():
        day = walk.day(-16 if name == "late" else -1)
        person.bought = person.post("/v1/receipts", purchase(day, "Metro", store=dear, Butter_454g="6.99")).ready()
    people["ignoring"].shop = people["ignoring"].post("/v1/receipts", purchase(walk.day(), store=cheap,
                                                                               Bread="2.00")).ready()["store"]["id"]
    wishes = {"location": TORONTO, "radiusKm": 10, "ignoredStores": [people["ignoring"].shop]}
    people["ignoring"].put("/v1/shopping-preferences", wishes).ready()
    time.sleep(2)
    walk.stack.restart("spending")
    people["near"].notice("lowerPrice", 30)
    return people


def lower_price(walk):
    people = neighbours(walk)
    notices = {name: person.notice("lowerPrice", 1) for name, person in people.items()}
    text = notices["near"] and notices["near"]["body"]
    return judged(f"butter 6.99, three others paid 4.99 nearby: {text}; bought 16 days ago, too far or shop ignored: "
                  f"{[name for name in ('late', 'far', 'ignoring') if notices[name]] or 'nothing'} (ages of accounts and the hour moved)",
                  announced=bool(text) and "4.99" in text, others_are_not=not any(notices[name] for name in ("late", "far",
                                                                                                             "ignoring")))


def nearby(person):
    """Community prices of a person's purchase; the product is readable a moment after the purchase."""
    product = person.bought["items"][0]["product"]["id"]
    return until(lambda: (answer := person.get(f"/v1/products/{product}/prices")).ok and answer)["nearby"]


def markets(walk):
    people = neighbours(walk)
    seen = {name: [f"{float(one['price']):.2f} by {one['contributors']}" for one in nearby(person)] for name,
            person in people.items()}
    return judged(f"prices of butter, to the one near, far away, and ignoring the cheap shop: {seen}",
                  near_is_shown=len(seen["near"]) == 2,
                  far_is_not=not seen["far"], ignored_is_not=len(seen["ignoring"]) == 1)


def anonymous(walk):
    people = neighbours(walk)
    prices = nearby(people["near"])
    alone = shopper(walk, 21)
    alone.post("/v1/receipts", purchase(walk.day(), "Solo Shop", store={"number": "9"}, Saffron="19.99"))
    other = shopper(walk, 22)
    other.bought = other.post("/v1/receipts", purchase(walk.day(), "Metro", Saffron="25.00")).ready()
    one = nearby(other)
    return judged(f"a price of three people: {str(prices[:1])[:160]}; a price of one person: {one or 'not shown'}",
                  of_three=bool(prices) and prices[0]["contributors"] >= 3, never_of_one=not one,
                  no_names="account" not in str(prices))


def budget_advice(walk):
    person = walk.person()
    person.post("/v1/receipts", purchase(walk.day(-5), Chips="12.49", Bread="3.00")).ready()
    budget = person.post("/v1/budgets", {"name": "Groceries", "period": "month", "amount": cad("20.00")}).ready()
    person.post("/v1/receipts", purchase(walk.day(), Chips="12.49", Milk="4.00")).ready()
    advice = until(lambda: person.get(f"/v1/budgets/{budget['id']}").json.get("advice"))
    notice = person.notice("budgetExceeded")
    judgement = person.put(f"/v1/budgets/{budget['id']}/advice", {"useful": True})
    return judged(f"notice: {notice and notice['title']}: {notice and notice['body'][:120]}; advice {str(advice)[:120]}; {judgement}",
                  notified=bool(notice), advice=bool(advice), can_be_rated=judgement.ok)


def learned(walk):
    """Names an item once; the same printed name at another shop is then recognized."""
    person, printed = walk.person(), "BNLS CHKN BRST"
    first = person.post("/v1/receipts", purchase(walk.day(-1), "No Frills", **{printed: "9.99"})).ready()["items"][0]
    person.patch(f"/v1/products/{first['product']['id']}", {"name": "Chicken breast", "category": "meat"}).ready()
    time.sleep(1)
    again = {shop: person.post("/v1/receipts", purchase(walk.day(), shop,
                                                        **{printed: "8.99"})).ready()["items"][0] for shop in ("No Frills",
                                                                                                               "Metro")}
    known = {shop: (item["product"]["name"], item["product"]["way"]) for shop, item in again.items()}
    return judged(f"first: {first['product']['way']}, {len(first.get('candidates', []))} candidates; named once, then {known}",
                  guess=first["product"]["way"] == "provisional", learned=known["No Frills"][0] == "Chicken breast",
                  learned_elsewhere=known["Metro"][0] == "Chicken breast")
