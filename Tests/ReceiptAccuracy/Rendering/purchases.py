"""Fictional purchases: invented shops and items in four languages, with every number computed before printing.

All money is in cents, all weights in grams or hundredths of a pound. Independent of any parser.
"""

import dataclasses
import datetime
import random

# Names, price in cents per piece or kilogram; kind: each, weight, taxed, bottle (with a deposit).
ARTICLES = {
    "en": """
BROOKDALE 2% MILK 4L|549|each;OAT & HONEY GRANOLA|629|each;FREE RANGE EGGS 12|499|each;SOURDOUGH LOAF|525|each
BANANAS|174|weight;GALA APPLES|439|weight;ROMA TOMATOES|328|weight;YELLOW ONIONS|219|weight;LEAN GROUND BEEF|1322|weight
CHICKEN THIGHS BNLS|1543|weight;SALMON FILLET|2864|weight;SPARKLING WATER LIME|149|bottle;GINGER ALE 2L|229|bottle
COLA 12 CANS|749|bottle;TOMATO SOUP 540ML|189|each;BASMATI RICE 5KG|1399|each;OLIVE OIL EXTRA 1L|1249|each
PEANUT BUTTER SMOOTH|579|each;CHEDDAR OLD 400G|749|each;PLAIN YOGURT 750G|479|each;BABY SPINACH|399|each
FROZEN PEAS|349|each;DISH SOAP LEMON|329|taxed;PAPER TOWEL 6 ROLL|899|taxed;BATTERIES AA 8PK|1199|taxed
DARK CHOC 70%|399|taxed;POTATO CHIPS SALT|429|taxed;GRAHAM CRACKERS|389|each;MAPLE SYRUP 540ML|1049|each
RED PEPPERS|659|weight;CARROTS 2LB BAG|249|each;BUTTER SALTED|639|each;BAGELS SESAME 6|379|each;LENTILS GREEN|299|each""",
    "fr": """
LAIT 2% VALMONT 4L|579|each;PAIN DE CAMPAGNE|449|each;OEUFS GROS 12|469|each;BEURRE DEMI-SEL|659|each
BANANES|171|weight;POMMES CORTLAND|396|weight;TOMATES ITALIENNES|349|weight;BOEUF HACHE MAIGRE|1299|weight
POITRINES DE POULET|1764|weight;FILET DE TRUITE|2425|weight;EAU GAZEUSE CITRON|139|bottle;COLA 2L|219|bottle
BIERE D EPINETTE 6|699|bottle;SOUPE AUX POIS 796ML|249|each;FROMAGE EN GRAINS|599|each;YOGOURT NATURE 750G|459|each
EPINARDS BIO|429|each;RIZ BASMATI 2KG|799|each;HUILE D OLIVE 750ML|1149|each;SIROP D ERABLE|999|each
CONFITURE FRAISES|479|each;CROISSANTS 4|549|each;SAVON A VAISSELLE|349|taxed;ESSUIE-TOUT 6|849|taxed
CROUSTILLES SEL|399|taxed;CHOCOLAT NOIR 70%|379|taxed;CRETONS MAISON|429|each;MOUTARDE DE DIJON|359|each
POIS SURGELES|329|each;CAFE MOULU 300G|879|each""",
    "es": """
LECHE ENTERA 1L|2850|each;HUEVO BLANCO 18PZ|5490|each;TORTILLA MAIZ 1KG|2200|each;FRIJOL NEGRO 900G|3890|each
PLATANO|2490|weight;JITOMATE SALADET|3290|weight;AGUACATE HASS|7990|weight;CEBOLLA BLANCA|2850|weight
PECHUGA DE POLLO|13900|weight;CARNE MOLIDA RES|16990|weight;QUESO FRESCO 400G|6750|each;CREMA ACIDA 450ML|3490|each
ARROZ GRANO LARGO|2690|each;ACEITE VEGETAL 1L|4390|each;SALSA VERDE 240G|2390|each;PAN DE CAJA|4690|each
CHOCOLATE DE MESA|5990|taxed;DETERGENTE LIQUIDO|8990|taxed;SERVILLETAS 250|3590|taxed;GALLETAS DE AVENA|2990|taxed
REFRESCO MANZANA 2L|3300|taxed;PAPAS FRITAS SAL|4550|taxed;CAFE SOLUBLE 100G|7890|each;CHILE JALAPENO|3990|weight
LIMON SIN SEMILLA|3890|weight;SARDINA EN TOMATE|2990|each;ATUN EN AGUA 140G|1990|each;YOGUR FRESA 1L|4290|each""",
    "zh": """
豆浆无糖 1L|399|each;老豆腐|249|each;鲜虾饺 12只|799|each;猪肉白菜水饺|899|each;大白菜|284|weight;小白菜|439|weight
富士苹果|459|weight;生姜|659|weight;五花肉|1763|weight;鸡腿肉|1322|weight;三文鱼片|2974|weight;香菇干 200G|899|each
酱油特级 500ML|459|each;芝麻油 250ML|699|each;米粉 400G|279|each;东北大米 8KG|2199|each;蚝油|549|each;辣椒酱|399|each
速冻汤圆|529|each;紫菜|349|each;绿茶 100G|1099|each;柠檬茶 500ML|179|bottle;酸梅汤 1L|299|bottle;花生糖|429|taxed
洗洁精|379|taxed;葱油饼 5片|589|each;茄子|549|weight;金针菇|199|each;鸡蛋 12只|489|each;馒头 6个|359|each""",
}
SHOPS = {
    "en-CA": [
        ("NORTHWIND MARKET", ["1480 Alder Street", "Ottawa ON K1S 2B7", "613-555-0142"]),
        ("PRAIRIE BASKET FOODS", ["77 Lanark Avenue", "Winnipeg MB R3C 1A5", "204-555-0178"]),
        ("HARBOURSIDE GROCERS", ["9 Quay Road", "Halifax NS B3J 3K9", "902-555-0119"]),
        ("COPPER KETTLE FOODS", ["2210 Fraser Hwy", "Surrey BC V4N 1X6", "604-555-0163"]),
    ],
    "en-US": [
        ("MAPLE & PINE MARKET", ["450 Orchard Ave", "Portland OR 97205", "(503) 555-0127"]),
        ("SUNNY ACRE FOODS", ["1201 Mission Blvd", "San Diego CA 92109", "(619) 555-0135"]),
        ("GREENFIELD PANTRY", ["88 Union Street", "Albany NY 12207", "(518) 555-0186"]),
        ("BLUE MESA GROCERY", ["3300 Central Ave", "Tucson AZ 85716", "(520) 555-0154"]),
    ],
    "fr-CA": [
        ("MARCHE DU VIEUX QUAI", ["315 rue Dalhousie", "Quebec QC G1K 8M8", "418-555-0131"]),
        ("EPICERIE LAVALLEE", ["1020 boul. Saint-Joseph", "Montreal QC H2J 1L2", "514-555-0149"]),
        ("LE PANIER BOREAL", ["44 rue Racine", "Saguenay QC G7H 1P8", "418-555-0172"]),
    ],
    "es-MX": [
        ("MERCADO LA ESQUINA", ["Av. Juarez 218", "Col. Centro, Puebla", "RFC: MLE120304AB1"]),
        ("ABARROTES DON CHUCHO", ["Calle Morelos 45", "Guadalajara, Jalisco", "RFC: ADC980715KL3"]),
    ],
    "es-US": [
        ("SUPER EL NOPAL", ["2600 W Cermak Rd", "Chicago IL 60608", "(312) 555-0196"]),
        ("TIENDA LAS PALMAS", ["815 Flagler Street", "Miami FL 33130", "(305) 555-0108"]),
    ],
    "zh-CA": [
        ("金穗超市 GOLDEN EAR MARKET", ["4300 Steeles Ave", "Markham ON L3R 9V4", "905-555-0157"]),
        ("福来食品 FULAI FOODS", ["8181 Cambie Rd", "Richmond BC V6X 3X9", "604-555-0121"]),
    ],
    "zh-US": [("百汇超市 BAIHUI MARKET", ["133 Kearny Street", "San Francisco CA 94108", "(415) 555-0115"])],
}
TAXES = {
    "en-CA": [("HST", 1300)], "zh-CA": [("GST", 500), ("PST", 700)], "fr-CA": [("TPS", 500), ("TVQ", 998)],
    "en-US": [("TAX", 825)], "es-US": [("TAX", 1025)], "zh-US": [("TAX", 863)], "es-MX": [("IVA", 1600)],
}
CURRENCIES = {"CA": "CAD", "US": "USD", "MX": "MXN"}


@dataclasses.dataclass
class Line:
    """One item as it will be printed."""

    name: str
    amount: int
    quantity: float = 1
    unit: str = ""
    unit_price: int = 0
    discount: int = 0
    discount_label: str = ""
    deposit: int = 0
    is_taxed: bool = False
    code: str = ""
    is_near_expiry: bool = False


@dataclasses.dataclass
class Purchase:
    """One purchase with its sums."""

    locale: str
    shop: str
    address: list
    lines: list
    when: datetime.datetime
    coupon: int = 0
    bag: int = 0
    taxes: list = dataclasses.field(default_factory=list)
    subtotal: int = 0
    total: int = 0
    cash: int = 0
    points: int = 0
    store_number: int = 0

    @property
    def language(self):
        return self.locale[:2]

    @property
    def country(self):
        return self.locale[3:]

    @property
    def change(self):
        return self.cash - self.total


def articles(language):
    for part in ARTICLES[language].replace("\n", ";").split(";"):
        if part.strip():
            name, price, kind = part.strip().split("|")
            yield name, int(price), kind


def rounded(numerator, denominator):
    """Rounds half up, as tills do."""
    return (2 * numerator + denominator) // (2 * denominator)


def purchase(random: random.Random, locale, deals=True):
    """A purchase of one to twenty items."""
    language, country = locale[:2], locale[3:]
    stock = list(articles(language))
    shop, address = random.choice(SHOPS[locale])
    if language in ("es", "zh") and country != "MX":
        stock = [(name, price if language == "zh" else rounded(price, 10), kind) for name, price, kind in stock]
    lines = [line(random, country, deals, *one) for one in random.sample(stock, random.randint(3, 18))]
    made = Purchase(
        locale, shop, address, lines,
        datetime.datetime(2025, 1, 3) + datetime.timedelta(minutes=random.randrange(60 * 24 * 650)),
        store_number=random.randint(11, 4890))
    made.when = made.when.replace(hour=random.randint(8, 21), second=random.randrange(60))
    if random.random() < 0.2:
        made.coupon = random.choice([100, 200, 500])
    if random.random() < 0.25 and country != "MX":
        made.bag = random.choice([5, 10, 15, 35])
    made.subtotal = sum(one.amount - one.discount + one.deposit for one in lines) - made.coupon + made.bag
    if made.subtotal <= 0:
        made.subtotal += made.coupon
        made.coupon = 0
    taxed = sum(one.amount - one.discount for one in lines if one.is_taxed)
    for name, rate in TAXES[locale]:
        included = country == "MX"
        tax = rounded(taxed * rate, 10_000 + rate) if included else rounded(taxed * rate, 10_000)
        if tax:
            made.taxes.append((name, rate, tax))
    made.total = made.subtotal + (0 if country == "MX" else sum(tax for _, _, tax in made.taxes))
    if random.random() < 0.35:
        note = 2000 if country != "MX" else 10_000
        made.cash = -(-made.total // note) * note
        if made.cash == made.total:
            made.cash += note
        if country == "CA":
            # Without pennies: cash change is rounded to five cents, the total is not.
            made.cash = 0
    made.points = random.choice([0, 0, random.randint(10, 4_000)])
    return made


def line(random, country, deals, name, price, kind):
    price = max(9, rounded(price * random.randint(90, 112), 100))
    made = Line(name, price, unit_price=price, is_taxed=kind in ("taxed", "bottle"), code=code(random, kind))
    if kind == "weight":
        if country == "US":
            made.unit, made.quantity = "lb", random.randint(30, 480) / 100
            made.unit_price = rounded(price * 454, 1000)
        else:
            made.unit, made.quantity = "kg", random.randint(120, 2400) / 1000
        made.amount = rounded(round(made.quantity * 1000) * made.unit_price, 1000)
    elif random.random() < 0.22:
        made.quantity = random.randint(2, 5)
        made.amount = price * int(made.quantity)
    if kind == "bottle":
        made.deposit = 10 * int(made.quantity) if country in ("CA", "US") else 0
    if deals and random.random() < 0.14 and made.amount > 250:
        made.discount = min(made.amount - 50, random.choice([50, 75, 100, 150, 200]))
        if random.random() < 0.3:
            made.discount, made.is_near_expiry = rounded(made.amount, 2), True
    return made


def code(random, kind):
    return str(random.randint(4000, 4999)) if kind == "weight" else str(random.randint(60_000_000_000, 89_999_999_999))
