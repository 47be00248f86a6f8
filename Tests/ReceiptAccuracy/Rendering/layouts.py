"""How shops print a purchase: one function per layout, from a purchase to rows of text on a slip.

A layout returns the names as printed, since tills cut them; these are the true names. Independent of any parser.
"""

import dataclasses
import unicodedata

WORDS = {
    "en": dict(subtotal="SUBTOTAL", total="TOTAL", cash="CASH", change="CHANGE", card="VISA", items="ITEMS SOLD", thanks="THANK YOU",
               coupon="COUPON", bag="PAPER BAG", deposit="BOTTLE DEPOSIT", saved="YOU SAVED", cashier="CASHIER", date="DATE", store="STORE",
               off="SALE SAVINGS", near="REDUCED 50%", points="POINTS EARNED", qty="QTY", item="ITEM", price="PRICE", amount="AMOUNT"),
    "fr": dict(subtotal="SOUS-TOTAL", total="TOTAL", cash="COMPTANT", change="MONNAIE", card="INTERAC", items="NOMBRE D'ARTICLES",
               thanks="MERCI", coupon="COUPON", bag="SAC PAPIER", deposit="CONSIGNE", saved="VOUS AVEZ ÉCONOMISÉ", cashier="CAISSIER",
               date="DATE", store="MAGASIN", off="RABAIS", near="RABAIS 50%", points="POINTS GAGNÉS", qty="QTÉ", item="ARTICLE",
               price="PRIX", amount="MONTANT"),
    "es": dict(subtotal="SUBTOTAL", total="TOTAL", cash="EFECTIVO", change="CAMBIO", card="TARJETA", items="ARTICULOS VENDIDOS",
               thanks="GRACIAS POR SU COMPRA", coupon="CUPON", bag="BOLSA", deposit="DEPOSITO", saved="USTED AHORRO", cashier="CAJERO",
               date="FECHA", store="TIENDA", off="DESCUENTO", near="REBAJA 50%", points="PUNTOS GANADOS", qty="CANT", item="DESCRIPCION",
               price="PRECIO", amount="IMPORTE"),
    "zh": dict(subtotal="小计", total="合计", cash="现金", change="找零", card="VISA", items="件数", thanks="谢谢惠顾", coupon="优惠券",
               bag="购物袋", deposit="瓶押金", saved="为您节省", cashier="收银员", date="日期", store="门店", off="折扣", near="临期 50%",
               points="积分", qty="数量", item="商品", price="单价", amount="金额"),
}


def width(text):
    """Chinese characters take two columns."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def cut(text, columns):
    while width(text) > columns:
        text = text[:-1]
    return text.rstrip()


@dataclasses.dataclass
class Row:
    cells: list  # (column, text): the column where the text begins
    size: float = 1.0
    bold: bool = False


class Slip:
    """Rows of text on a slip with a number of columns."""

    def __init__(self, columns):
        self.columns = columns
        self.rows = []

    def left(self, text, indent=0, **style):
        self.rows.append(Row([(indent, text)], **style))

    def center(self, text, size=1.0, bold=False):
        self.rows.append(Row([(max(0, (self.columns / size - width(text)) / 2) * size, text)], size, bold))

    def pair(self, left, right, indent=0, behind="", **style):
        """A text at the left, and another one flush with the right edge, followed by `behind`."""
        edge = self.columns - (self.behind if behind is not None else 0)
        cells = [(indent, left), (edge - width(right), right)]
        if behind:
            cells.append((edge + 1, behind))
        self.rows.append(Row(cells, **style))

    behind = 0

    def table(self, texts, edges, **style):
        """Texts whose right edges are at the columns; a column of zero or less gives the left edge."""
        self.rows.append(Row([(edge - width(text) if edge > 0 else -edge, text) for text, edge in zip(texts, edges) if text], **style))

    def rule(self, character="-"):
        self.rows.append(Row([(0, character * self.columns)]))

    def gap(self):
        self.rows.append(Row([]))


def money(cents, comma=False, sign="", trailing=False):
    text = f"{abs(cents) // 100:,}.{abs(cents) % 100:02}"
    if comma:
        text = text.replace(",", " ").replace(".", ",")
    text = sign + text
    return text if cents >= 0 else text + "-" if trailing else "-" + text


def weight(line, sign="$", comma=False):
    """0.452 kg @ $3.99/kg"""
    digits = 2 if line.unit == "lb" else 3
    amount = f"{line.quantity:.{digits}f}"
    return f"{amount.replace('.', ',') if comma else amount} {line.unit} @ {sign}{money(line.unit_price, comma)}/{line.unit}"


def head(slip, made, words, size=1.5):
    slip.center(made.shop, size, bold=True)
    for text in made.address:
        slip.center(text)


def departments(made, random):
    """Departments as headings, codes before names, tax marks before amounts, weights in separate rows."""
    slip, words = Slip(40), WORDS[made.language]
    head(slip, made, words)
    slip.gap()
    slip.left(f"{words['store']} #{made.store_number:04}  {words['cashier']} {random.randint(100, 999)}")
    names = []
    for index, line in enumerate(made.lines):
        if index % 4 == 0:
            slip.left(["21-GROCERY", "27-PRODUCE", "31-MEATS", "33-BAKERY", "36-DAIRY"][index // 4 % 5])
        names.append(cut(line.name, 15))
        mark = "HMRJ" if line.is_taxed else "MRJ"
        if line.unit:
            slip.left(f" {line.code} {names[-1]}")
            slip.pair(weight(line), money(line.amount), indent=4)
        elif line.quantity > 1:
            slip.pair(f" {line.code} {names[-1]}", money(line.amount))
            slip.left(f"{int(line.quantity)} @ ${money(line.unit_price)}", indent=6)
        else:
            slip.table([f"{line.code} {names[-1]}", mark, money(line.amount)], [-1, 33, 40])
        extras(slip, line, words, 4)
    tail(slip, made, words)
    slip.pair("VISA ****0042", money(made.total)) if not made.cash else paid(slip, made, words)
    slip.gap()
    stamp = made.when.strftime("%Y/%m/%d %H:%M:%S")
    slip.left(f"{stamp}  Term {random.randint(1, 30):03}")
    if made.points:
        slip.center(f"PC {words['points']}: {made.points}")
    slip.center(words["thanks"])
    return slip, names


def extras(slip, line, words, indent, trailing=False, comma=False):
    if line.discount:
        label = words["near"] if line.is_near_expiry else words["off"]
        slip.pair(label, money(-line.discount, comma, trailing=trailing), indent=indent)
    if line.deposit:
        slip.pair(words["deposit"], money(line.deposit, comma), indent=indent)


def tail(slip, made, words, comma=False, sign="", trailing=False, rates=True):
    if made.coupon:
        slip.pair(words["coupon"], money(-made.coupon, comma, trailing=trailing))
    if made.bag:
        slip.pair(words["bag"], money(made.bag, comma))
    slip.pair(words["subtotal"], money(made.subtotal, comma, sign))
    for name, rate, tax in made.taxes:
        text = f"{rate / 100:g}%"
        slip.pair(f"{name} {text.replace('.', ',') if comma else text}" if rates else name, money(tax, comma, sign))
    slip.pair(words["total"], money(made.total, comma, sign), bold=True)


def paid(slip, made, words, comma=False):
    if made.cash:
        slip.pair(words["cash"], money(made.cash, comma))
        slip.pair(words["change"], money(made.change, comma))
    else:
        slip.pair(words["card"], money(made.total, comma))


def codes_behind(made, random):
    """Bar codes after names and a tax letter after amounts; totals in the middle; the number of items at the end."""
    slip, words = Slip(42), WORDS[made.language]
    slip.behind = 2
    head(slip, made, words, 2.0)
    slip.center(f"ST# {made.store_number:05} OP# 00{random.randint(1000, 9999)} TE# {random.randint(1, 40):02} TR# {random.randint(1000, 9999):05}")
    names = []
    for line in made.lines:
        names.append(cut(line.name, 16))
        if line.unit:
            slip.left(f"{names[-1]}")
            slip.pair(weight(line), money(line.amount), indent=2, behind="N")
        else:
            if line.quantity > 1:
                slip.left(f"{int(line.quantity)} AT 1 FOR {money(line.unit_price)}", indent=2)
            slip.table(
                [names[-1], line.code.zfill(12), money(line.amount), "T" if line.is_taxed else "N"], [0, 31, 40, -41])
        extras(slip, line, words, 2, trailing=True)
    tail(slip, made, words, trailing=True)
    if made.cash:
        slip.pair(f"{words['cash']} TEND" if made.language == "en" else words["cash"], money(made.cash))
        slip.pair(f"{words['change']} DUE" if made.language == "en" else words["change"], money(made.change))
    else:
        slip.pair("VISA TEND" if made.language == "en" else words["card"], money(made.total))
    slip.gap()
    slip.center(f"# {words['items']} {sum(int(line.quantity) if not line.unit else 1 for line in made.lines)}")
    slip.center(made.when.strftime("%m/%d/%y  %H:%M:%S") if made.country == "US" else made.when.strftime("%d/%m/%y  %H:%M:%S"))
    return slip, names


def warehouse(made, random):
    """Codes before names, discounts as a row with the code and a trailing minus, asterisks around the total."""
    slip, words = Slip(36), WORDS[made.language]
    head(slip, made, words, 1.8)
    slip.left(f"Member 1118{random.randint(10_000_000, 99_999_999)}")
    names = []
    for line in made.lines:
        names.append(cut(line.name, 18))
        if line.unit:
            slip.left(f"  {weight(line)}")
        elif line.quantity > 1:
            slip.left(f"  {int(line.quantity)} @ {money(line.unit_price)}")
        code = line.code[-7:]
        slip.table([f"{code} {names[-1]}", money(line.amount), "Y" if line.is_taxed else ""], [-1, 34, -35])
        if line.discount:
            slip.table([f"0000{random.randint(100_000, 399_999)} / {code}", money(-line.discount, trailing=True)], [-1, 35])
        if line.deposit:
            slip.table([words["deposit"], money(line.deposit)], [-8, 34])
    slip.behind = 2
    if made.coupon:
        slip.pair(words["coupon"], money(-made.coupon, trailing=True), indent=8)
    if made.bag:
        slip.pair(words["bag"], money(made.bag), indent=8)
    slip.pair(words["subtotal"], money(made.subtotal), indent=8)
    slip.pair("TAX" if made.country != "MX" else "IVA", money(sum(tax for _, _, tax in made.taxes)), indent=8)
    slip.pair(f"**** {words['total']}", money(made.total), indent=4, bold=True)
    slip.left("XXXXXXXXXXXX4417  CHIP READ")
    slip.left(made.when.strftime("%m/%d/%Y %H:%M") + f" {made.store_number} {random.randint(1, 20)} {random.randint(1, 300)} {random.randint(1, 99)}")
    paid(slip, made, words)
    slip.center(words["thanks"])
    made.taxes = [("TAX", 0, sum(tax for _, _, tax in made.taxes))] if made.taxes else []
    return slip, names


def natural(made, random):
    """Plain names with currency signs before amounts, taxes by name, only names in capitals."""
    slip, words = Slip(38), {key: word.title() if word.isascii() else word for key, word in WORDS[made.language].items()}
    slip.behind = 2
    head(slip, made, words, 1.7)
    slip.left(made.when.strftime("%b %d, %Y %I:%M %p") if made.country == "US" else made.when.strftime("%d/%m/%Y %H:%M"))
    slip.gap()
    names = []
    for line in made.lines:
        names.append(cut(line.name.title() if line.name.isascii() else line.name, 22))
        slip.table([names[-1], money(line.amount, sign="$"), "T" if line.is_taxed else "F"], [0, 36, -37])
        if line.unit:
            slip.left(weight(line), indent=2)
        elif line.quantity > 1:
            slip.left(f"{int(line.quantity)} x ${money(line.unit_price)}", indent=2)
        if line.discount:
            slip.pair(words["near"] if line.is_near_expiry else words["off"], "-$" + money(line.discount), indent=2)
        if line.deposit:
            slip.pair("CRV" if made.country == "US" else words["deposit"], money(line.deposit, sign="$"), indent=2)
    slip.rule()
    tail(slip, made, words, sign="$")
    paid(slip, made, words)
    slip.gap()
    slip.center(words["thanks"])
    return slip, names


def quebec(made, random):
    """Decimal commas as in French, two taxes with their registration numbers, the date at the top."""
    comma = made.language == "fr"
    slip, words = Slip(40), WORDS[made.language]
    slip.behind = 3
    head(slip, made, words)
    slip.left(f"{words['date']}: {made.when:%Y-%m-%d}  {made.when:%H:%M}")
    slip.left(f"{words['cashier']}: {random.randint(10, 99)}  {words['store']}: {made.store_number}")
    slip.rule("=")
    names = []
    for line in made.lines:
        names.append(cut(line.name, 24))
        mark = "FP" if line.is_taxed else ""
        if line.unit:
            slip.left(names[-1])
            slip.pair(weight(line, "", comma), money(line.amount, comma), indent=2, behind=mark)
        elif line.quantity > 1:
            slip.left(names[-1])
            slip.pair(f"{int(line.quantity)} x {money(line.unit_price, comma)}", money(line.amount, comma), indent=2, behind=mark)
        else:
            slip.pair(names[-1], money(line.amount, comma), behind=mark)
        extras(slip, line, words, 2, comma=comma)
    slip.rule("=")
    tail(slip, made, words, comma)
    paid(slip, made, words, comma)
    slip.left(f"{words['items']}: {len(made.lines)}")
    for name, _, _ in made.taxes:
        slip.center(f"{name} NO {random.randint(100_000_000, 999_999_999)}")
    slip.center(words["thanks"])
    return slip, names


def columns(made, random):
    """Four columns with a heading: count, item, price, amount."""
    slip, words = Slip(44), WORDS[made.language]
    head(slip, made, words)
    slip.left(f"{words['date']}: {made.when:%d/%m/%Y}   {made.when:%H:%M:%S}" if made.country != "US" else
              f"{words['date']}: {made.when:%m/%d/%Y}   {made.when:%H:%M:%S}")
    slip.table([words["qty"], words["item"], words["price"], words["amount"]], [0, -6, 35, 44])
    slip.rule()
    names = []
    for line in made.lines:
        names.append(cut(line.name, 20))
        count = f"{line.quantity:.3f}" if line.unit == "kg" else f"{line.quantity:.2f}" if line.unit else str(int(line.quantity))
        slip.table([count, names[-1], money(line.unit_price), money(line.amount)], [0, -6, 35, 44])
        extras(slip, line, words, 6)
    slip.rule()
    tail(slip, made, words)
    paid(slip, made, words)
    slip.left(f"{words['items']}: {len(made.lines)}")
    slip.center(words["thanks"])
    return slip, names


def two_rows(made, random):
    """Each item in two rows: its name, then count, price and amount."""
    slip, words = Slip(34), WORDS[made.language]
    head(slip, made, words)
    slip.left(f"{made.when:%d-%b-%Y} {made.when:%H:%M}")
    slip.rule()
    names = []
    for line in made.lines:
        names.append(cut(line.name, 30))
        slip.left(names[-1])
        price = weight(line, "") if line.unit else f"{int(line.quantity)} x {money(line.unit_price)}"
        slip.pair(price, money(line.amount), indent=2)
        extras(slip, line, words, 2)
    slip.rule()
    tail(slip, made, words, rates=False)
    paid(slip, made, words)
    if any(line.discount for line in made.lines):
        slip.left(f"{words['saved']} {money(sum(line.discount for line in made.lines) + made.coupon)}")
    slip.center(words["thanks"])
    return slip, names


def savings(made, random):
    """The usual price in the row, the saving below, and the sum of savings at the end, which must not be deducted."""
    slip, words = Slip(40), WORDS[made.language]
    slip.behind = 2
    slip.center(f"{words['thanks']}")
    head(slip, made, words, 1.6)
    slip.left(f"{words['store']} {made.store_number}   {made.when:%y/%m/%d %H:%M}" if made.country == "CA" else
              f"{words['store']} {made.store_number}   {made.when:%m/%d/%y %I:%M%p}")
    names = []
    for line in made.lines:
        names.append(cut(line.name, 24))
        if line.unit:
            slip.left(f"WT  {weight(line)}" if made.language == "en" else weight(line), indent=1)
        slip.pair(names[-1], money(line.amount), behind="B" if line.is_taxed else "")
        if line.quantity > 1 and not line.unit:
            slip.left(f"{int(line.quantity)} @ {money(line.unit_price)}", indent=3)
        extras(slip, line, words, 3, trailing=True)
    tail(slip, made, words, trailing=True)
    paid(slip, made, words)
    saved = sum(line.discount for line in made.lines) + made.coupon
    if saved:
        slip.rule("*")
        slip.pair(words["saved"], money(saved))
        slip.rule("*")
    if made.points:
        slip.left(f"{words['points']} {made.points}")
    return slip, names


def bistro(made, random):
    """A count before each name, taxes by name, "balance due" instead of a total, and a tax summary after it."""
    slip, words = Slip(38), WORDS[made.language]
    head(slip, made, words, 1.4)
    slip.left(f"{made.when:%A}"[:3].upper() + f" {made.when:%d %b %Y} {made.when:%H:%M}".upper())
    slip.rule("-")
    names = []
    for line in made.lines:
        names.append(cut(line.name, 24))
        count = "1" if line.unit else str(int(line.quantity))
        slip.pair(f"{count:>2} {names[-1]}", money(line.amount))
        if line.unit:
            slip.left(weight(line), indent=5)
        extras(slip, line, words, 5)
    slip.rule("-")
    tail(slip, made, words)
    paid(slip, made, words)
    for name, rate, tax in made.taxes:
        slip.left(f"{name} {rate / 100:g}%  {money(sum(line.amount - line.discount for line in made.lines if line.is_taxed))}  {money(tax)}")
    slip.center(words["thanks"])
    return slip, names


# In the order in which they were written; later ones are in `unseen.py`.
LAYOUTS = [departments, codes_behind, warehouse, natural, quebec, columns, two_rows, savings, bistro]
LOCALES = {
    "departments": ["en-CA", "zh-CA", "en-CA"], "codes_behind": ["en-US", "es-US", "en-CA"], "warehouse": ["en-US", "en-CA"],
    "natural": ["en-US", "es-US", "zh-US"], "quebec": ["fr-CA", "fr-CA", "en-CA"], "columns": ["es-MX", "fr-CA", "en-US"],
    "two_rows": ["zh-CA", "es-MX", "fr-CA"], "savings": ["en-CA", "fr-CA", "en-US"], "bistro": ["en-US", "zh-US", "es-US"],
}
