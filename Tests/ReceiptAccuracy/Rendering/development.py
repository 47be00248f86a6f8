"""Layouts for developing the parser: its rules may be tuned to these, but never to those of `unseen.py`.

Modeled on the print of corner shops, pharmacies, discounters and handheld terminals, independent of any parser.
"""

from layouts import WORDS, Slip, cut, head, money, paid, weight, width


def wrapped(text, columns):
    """Wraps a name to a number of columns, between words where possible."""
    rows, row = [], ""
    for word in text.split(" "):
        longer = f"{row} {word}".strip()
        if width(longer) > columns and row:
            rows.append(row)
            row = word
        else:
            row = longer
    return [*rows, row]


def extra(slip, line, words, indent, dash="-"):
    if line.discount:
        label = words["near"] if line.is_near_expiry else words["off"]
        slip.pair(label, dash + money(line.discount), indent=indent)
    if line.deposit:
        slip.pair(words["deposit"], money(line.deposit), indent=indent)


def sums(slip, made, words, total=None, sign=""):
    if made.coupon:
        slip.pair(words["coupon"], "-" + money(made.coupon))
    if made.bag:
        slip.pair(words["bag"], money(made.bag))
    slip.pair(words["subtotal"], money(made.subtotal, sign=sign))
    for name, rate, tax in made.taxes:
        slip.pair(f"{name} ({rate / 100:g}%)", money(tax, sign=sign))
    slip.pair(total or words["total"], money(made.total, sign=sign), size=1.2, bold=True)


def kiosk(made, random):
    """Numbered items: the name in one row, then count, price and amount; the date at the very end."""
    slip, words = Slip(38), WORDS[made.language]
    head(slip, made, words, 1.3)
    slip.rule("=")
    names = []
    for index, line in enumerate(made.lines, 1):
        names.append(cut(line.name, 28))
        slip.left(f"{index:03} {names[-1]}")
        price = weight(line, "") if line.unit else f"{int(line.quantity)} @ {money(line.unit_price)}"
        slip.pair(price, money(line.amount), indent=6)
        extra(slip, line, words, 6)
    slip.rule("=")
    sums(slip, made, words, sign="$")
    paid(slip, made, words)
    slip.left(f"{words['items']}: {len(made.lines)}")
    slip.center(f"{made.when:%Y-%m-%d %H:%M}  #{random.randint(1000, 9999)}")
    return slip, names


def handheld(made, random):
    """A narrow slip: long names take two rows, with the amount in the second one."""
    slip, words = Slip(28), WORDS[made.language]
    slip.center(made.shop, 1.0, bold=True)
    for text in made.address:
        slip.center(cut(text, 28))
    slip.left(f"{made.when:%d/%m/%Y} {made.when:%H:%M}" if made.country != "US" else f"{made.when:%m/%d/%Y} {made.when:%I:%M %p}")
    slip.rule()
    names = []
    for line in made.lines:
        rows = wrapped(cut(line.name, 30), 17)
        names.append(" ".join(rows))
        for row in rows[:-1]:
            slip.left(row)
        slip.pair(rows[-1], money(line.amount))
        if line.unit:
            slip.left(weight(line, ""), indent=1)
        elif line.quantity > 1:
            slip.left(f"{int(line.quantity)} x {money(line.unit_price)}", indent=1)
        extra(slip, line, words, 1)
    slip.rule()
    sums(slip, made, words)
    paid(slip, made, words)
    slip.center(words["thanks"])
    return slip, names


def discounter(made, random):
    """A count with its sign before each name, the unit price in brackets after it, a tax letter after amounts."""
    slip, words = Slip(42), WORDS[made.language]
    slip.behind = 2
    head(slip, made, words, 1.8)
    slip.left(f"{words['store']} {made.store_number}  {words['cashier']} {random.randint(1, 99):02}  {made.when:%Y/%m/%d %H:%M}")
    slip.gap()
    names = []
    for line in made.lines:
        names.append(cut(line.name, 20))
        mark = "A" if line.is_taxed else "B"
        if line.unit:
            slip.pair(names[-1], money(line.amount), behind=mark)
            slip.left(f"({weight(line, '')})", indent=2)
        elif line.quantity > 1:
            slip.pair(f"{int(line.quantity)}x {names[-1]} ({money(line.unit_price)})", money(line.amount), behind=mark)
        else:
            slip.pair(names[-1], money(line.amount), behind=mark)
        extra(slip, line, words, 2)
    slip.gap()
    sums(slip, made, words)
    paid(slip, made, words)
    saved = sum(line.discount for line in made.lines) + made.coupon
    if saved:
        slip.center(f"{words['saved']} {money(saved, sign='$')}")
    slip.center(words["thanks"])
    return slip, names


def pharmacy(made, random):
    """Flags between names and amounts, separate minus signs for discounts, a tax table below, points at the end."""
    slip, words = Slip(40), WORDS[made.language]
    head(slip, made, words, 1.6)
    slip.table([f"{words['date']} {made.when:%d-%b-%y}", f"{made.when:%H:%M:%S}"], [0, 40])
    slip.table([words["item"], words["qty"], words["amount"]], [0, 30, 40])
    names = []
    for line in made.lines:
        names.append(cut(line.name, 22))
        count = f"{line.quantity:.3f}" if line.unit == "kg" else f"{line.quantity:.2f}" if line.unit else str(int(line.quantity))
        slip.table([names[-1], count, "GP" if line.is_taxed else "", money(line.amount)], [0, 30, 33, 40])
        extra(slip, line, words, 3, dash="- ")
    slip.rule("_")
    sums(slip, made, words)
    paid(slip, made, words)
    slip.rule("_")
    for name, rate, tax in made.taxes:
        slip.table([name, f"{rate / 100:g}%", money(tax)], [0, 20, 40])
    if made.points:
        slip.left(f"{words['points']}: {made.points}")
    slip.center(words["thanks"])
    return slip, names


def coop(made, random):
    """Dollar signs everywhere, the price by weight above the name, a line under the amount, member prices."""
    slip, words = Slip(44), WORDS[made.language]
    head(slip, made, words, 1.5)
    slip.center(f"{made.when:%a %d %b %Y}".upper() + f" {made.when:%I:%M %p}")
    slip.left(f"{words['cashier']} {random.randint(100, 999)}")
    names = []
    for line in made.lines:
        names.append(cut(line.name, 24))
        if line.unit:
            slip.left(weight(line), indent=3)
        amount = money(line.amount, sign="$")
        gap = 44 - width(names[-1]) - width(amount) - 2
        slip.table([names[-1], "_" * gap, amount], [0, -(width(names[-1]) + 1), 44])
        if line.quantity > 1 and not line.unit:
            slip.left(f"{int(line.quantity)} / {money(line.unit_price, sign='$')}", indent=3)
        extra(slip, line, words, 3, dash="-$")
    slip.gap()
    sums(slip, made, words, sign="$")
    paid(slip, made, words)
    slip.left(f"{words['items']} {sum(int(line.quantity) if not line.unit else 1 for line in made.lines)}")
    slip.center(words["thanks"])
    return slip, names


LAYOUTS = [kiosk, handheld, discounter, pharmacy, coop]
LOCALES = {
    "kiosk": ["zh-CA", "en-US", "es-MX"], "handheld": ["en-CA", "zh-US", "fr-CA"], "discounter": ["zh-CA", "en-CA", "es-US"],
    "pharmacy": ["fr-CA", "en-US", "zh-CA"], "coop": ["en-US", "zh-US", "en-CA"],
}
