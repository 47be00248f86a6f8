"""Three layouts that were written after the parser was frozen; no rule of it may be tuned to them.

They measure the accuracy to expect for receipts of an unknown shop.
"""

from layouts import WORDS, Slip, cut, head, money, width


def leaders(made, random):
    """Dots between names and amounts, the date at the right of the head, member savings, a balance due."""
    slip, words = Slip(42), WORDS[made.language]
    head(slip, made, words, 1.5)
    slip.rule("*")
    slip.table([f"REG {random.randint(1, 12):02}", made.when.strftime("%m/%d/%Y %I:%M %p") if made.country == "US" else
                made.when.strftime("%Y-%m-%d %H:%M")], [0, 42])
    slip.rule("*")
    names = []
    for line in made.lines:
        names.append(cut(line.name, 22))
        amount = money(line.amount, sign="$")
        dots = "." * max(2, 42 - width(names[-1]) - len(amount) - 2)
        slip.left(f"{names[-1]} {dots} {amount}")
        if line.unit:
            slip.left(f"Net wt {line.quantity:.{2 if line.unit == 'lb' else 3}f} {line.unit} at ${money(line.unit_price)} / {line.unit}"
                      if made.language == "en" else f"{line.quantity:.{2 if line.unit == 'lb' else 3}f} {line.unit} x ${money(line.unit_price)}/{line.unit}",
                      indent=3)
        elif line.quantity > 1:
            slip.left(f"Qty {int(line.quantity)} @ ${money(line.unit_price)} ea" if made.language == "en" else
                      f"{int(line.quantity)} @ ${money(line.unit_price)}", indent=3)
        if line.discount:
            slip.pair("MEMBER SAVINGS" if made.language == "en" else words["off"], f"-${money(line.discount)}", indent=3)
        if line.deposit:
            slip.pair("Container deposit" if made.language == "en" else words["deposit"], money(line.deposit, sign="$"), indent=3)
    slip.rule("*")
    if made.coupon:
        slip.pair(words["coupon"], f"-${money(made.coupon)}")
    if made.bag:
        slip.pair("Carryout bag" if made.language == "en" else words["bag"], money(made.bag, sign="$"))
    slip.pair({"en": "Sub total", "zh": "小计", "es": "Subtotal"}[made.language], money(made.subtotal, sign="$"))
    for name, rate, tax in made.taxes:
        label = "Sales tax" if name == "TAX" and made.language != "zh" else name
        slip.pair(f"{label} {rate / 100:g}%", money(tax, sign="$"))
    slip.pair({"en": "BALANCE DUE", "zh": "应付金额", "es": "TOTAL A PAGAR"}[made.language], money(made.total, sign="$"), size=1.0, bold=True)
    if made.cash:
        slip.pair({"en": "Cash tendered", "zh": "现金", "es": "Efectivo"}[made.language], money(made.cash, sign="$"))
        slip.pair({"en": "Change due", "zh": "找零", "es": "Su cambio"}[made.language], money(made.change, sign="$"))
    else:
        slip.pair("DEBIT", money(made.total, sign="$"))
        slip.left(f"APPROVED  AUTH {random.randint(100_000, 999_999)}")
    slip.gap()
    slip.center(words["thanks"])
    return slip, names


def counts_first(made, random):
    """Count and price before the name, tax codes attached to amounts, discounts in percent, the date at the end."""
    slip, words = Slip(46), WORDS[made.language]
    comma = made.language == "fr"
    slip.behind = 1
    head(slip, made, words, 1.6)
    slip.rule("_")
    names = []
    for line in made.lines:
        names.append(cut(line.name, 20))
        if line.unit:
            count = f"{line.quantity:.{2 if line.unit == 'lb' else 3}f}{line.unit}"
        else:
            count = str(int(line.quantity))
        if comma:
            count = count.replace(".", ",")
        amount = money(line.amount, comma) + ("A" if line.is_taxed else "")
        slip.table([f"{count} x {money(line.unit_price, comma)}", names[-1], amount], [0, -18, 46 if line.is_taxed else 45])
        if line.discount:
            slip.pair(f"{words['off']} {100 * line.discount / line.amount:.0f}%", money(-line.discount, comma, trailing=True), indent=18)
        if line.deposit:
            slip.pair(words["deposit"], money(line.deposit, comma), indent=18)
    slip.rule("_")
    if made.coupon:
        slip.pair(words["coupon"], money(-made.coupon, comma, trailing=True), indent=18)
    if made.bag:
        slip.pair(words["bag"], money(made.bag, comma), indent=18)
    slip.pair(words["subtotal"], money(made.subtotal, comma), indent=18)
    for name, rate, tax in made.taxes:
        slip.pair(f"{name}", money(tax, comma), indent=18)
    slip.pair({"en": "TOTAL DUE", "fr": "TOTAL À PAYER", "es": "TOTAL", "zh": "总计"}[made.language], money(made.total, comma), indent=18, bold=True)
    if made.cash:
        slip.pair(words["cash"], money(made.cash, comma), indent=18)
        slip.pair(words["change"], money(made.change, comma), indent=18)
    else:
        slip.pair({"en": "MASTERCARD", "fr": "CARTE DEBIT", "es": "TARJETA", "zh": "银行卡"}[made.language], money(made.total, comma), indent=18)
    slip.gap()
    slip.center(made.when.strftime("%d %b %Y  %H:%M:%S") if made.country != "US" else made.when.strftime("%b %d %Y  %I:%M:%S %p"))
    slip.center(f"{words['store']} {made.store_number}  {words['cashier']} {random.randint(1, 40)}")
    slip.center(words["thanks"])
    return slip, names


def bilingual(made, random):
    """Words in two languages separated by slashes, names above codes and amounts, taxes by two names."""
    slip, words = Slip(40), WORDS[made.language]
    slip.behind = 2
    other = {"fr": ("SUBTOTAL/SOUS-TOTAL", "CASH/COMPTANT", "CHANGE/MONNAIE"), "en": ("SUBTOTAL/SOUS-TOTAL", "CASH/COMPTANT", "CHANGE/MONNAIE"),
             "zh": ("小计 SUBTOTAL", "现金 CASH", "找零 CHANGE")}[made.language]
    head(slip, made, words, 1.8)
    slip.left(f"DATE/TIME: {made.when:%Y-%m-%d} {made.when:%H:%M:%S}")
    slip.left(f"STORE/MAGASIN: {made.store_number:04}  TRANS {random.randint(1000, 9999)}")
    slip.rule("-")
    names = []
    for line in made.lines:
        names.append(cut(line.name, 34))
        slip.left(names[-1])
        mark = "H" if line.is_taxed else ""
        if line.unit:
            slip.pair(f"{line.code} {line.quantity:.3f} {line.unit} @ {money(line.unit_price)}/{line.unit}", money(line.amount), indent=2, behind=mark)
        elif line.quantity > 1:
            slip.pair(f"{line.code}  {int(line.quantity)} @ {money(line.unit_price)}", money(line.amount), indent=2, behind=mark)
        else:
            slip.pair(line.code, money(line.amount), indent=2, behind=mark)
        if line.is_near_expiry:
            slip.pair("REDUCED/RÉDUIT 50%" if made.language != "zh" else "临期 REDUCED 50%", money(-line.discount), indent=2)
        elif line.discount:
            slip.pair("RABAIS/DISCOUNT" if made.language != "zh" else "折扣 DISCOUNT", money(-line.discount), indent=2)
        if line.deposit:
            slip.pair("DEPOSIT/CONSIGNE" if made.language != "zh" else "押金 DEPOSIT", money(line.deposit), indent=2)
    slip.rule("-")
    if made.coupon:
        slip.pair("COUPON", money(-made.coupon))
    if made.bag:
        slip.pair("BAG/SAC" if made.language != "zh" else "购物袋 BAG", money(made.bag))
    slip.pair(other[0], money(made.subtotal))
    for name, rate, tax in made.taxes:
        both = {"GST": "GST/TPS", "TPS": "GST/TPS", "PST": "PST/TVP", "TVQ": "QST/TVQ", "HST": "HST/TVH"}[name]
        slip.pair(f"{both} {rate / 100:g}%", money(tax))
    slip.pair("TOTAL" if made.language != "zh" else "合计 TOTAL", money(made.total), bold=True)
    slip.pair("CREDIT/CRÉDIT", money(made.total)) if not made.cash else None
    if made.points:
        slip.left(f"POINTS: {made.points}")
    slip.center("THANK YOU / MERCI" if made.language != "zh" else "谢谢 THANK YOU")
    return slip, names


LAYOUTS = [leaders, counts_first, bilingual]
LOCALES = {
    "leaders": ["en-US", "es-US", "zh-CA"], "counts_first": ["fr-CA", "es-MX", "zh-US", "en-CA"], "bilingual": ["fr-CA", "en-CA", "zh-CA"],
}
