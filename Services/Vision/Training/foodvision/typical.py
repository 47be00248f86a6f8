"""What foods without measured objects usually weigh: our own estimates of a piece, pack or portion, and generic foods.

Grams, and half the width of the 80 % range in logarithms (0.5: from 61 to 165 % of the grams).
"""

_PIECE, _PACK, _PORTION = 0.45, 0.6, 0.7

PORTIONS: dict[str, tuple[float, float]] = {
    "other food": (300.0, 0.9), "not food": (100.0, 1.5),
    # groceries
    "apple": (180.0, _PIECE), "asparagus": (250.0, _PACK), "aubergine": (300.0, _PIECE), "avocado": (170.0, _PIECE),
    "banana": (120.0, _PIECE), "beetroot": (120.0, _PIECE), "cabbage": (900.0, _PIECE), "carrot": (70.0, _PIECE),
    "cucumber": (300.0, _PIECE), "garlic": (45.0, _PIECE), "ginger": (60.0, _PACK), "grapefruit": (280.0, _PIECE),
    "juice": (250.0, _PACK), "kiwi": (80.0, _PIECE), "leek": (200.0, _PIECE), "lemon": (100.0, _PIECE),
    "lime": (70.0, _PIECE), "mandarin": (80.0, _PIECE), "mango": (250.0, 0.6), "melon": (1200.0, 0.7),
    "milk": (250.0, _PACK), "mushroom": (20.0, 0.6), "nectarine": (145.0, _PIECE), "oat milk": (250.0, _PACK),
    "oatghurt": (200.0, _PACK), "onion": (110.0, _PIECE), "orange": (180.0, _PIECE), "papaya": (450.0, 0.6),
    "passion fruit": (30.0, _PIECE), "peach": (150.0, _PIECE), "pear": (180.0, _PIECE), "pepper": (160.0, _PIECE),
    "pineapple": (1000.0, _PIECE), "plum": (65.0, _PIECE), "pomegranate": (280.0, _PIECE), "potato": (170.0, 0.6),
    "sour cream": (100.0, _PACK), "sour milk": (250.0, _PACK), "soy milk": (250.0, _PACK), "soyghurt": (200.0, _PACK),
    "tomato": (110.0, 0.6), "yoghurt": (200.0, _PACK), "zucchini": (220.0, _PIECE),
    # dishes and other foods that the published model names
    "artichoke": (130.0, _PIECE), "bagel": (105.0, 0.35), "baguette": (125.0, 0.8), "broccoli": (100.0, _PORTION),
    "burrito": (300.0, _PACK), "cake": (100.0, _PORTION), "cardoon": (100.0, _PORTION), "cauliflower": (120.0, _PORTION),
    "cherimoya": (250.0, _PACK), "chocolate sauce": (40.0, _PORTION), "corn": (150.0, _PACK), "crab": (150.0, _PORTION),
    "dough": (200.0, 0.9), "eggnog": (200.0, _PACK), "espresso": (35.0, _PIECE), "fig": (50.0, _PIECE),
    "guacamole": (100.0, _PORTION), "hamburger": (220.0, _PACK), "hot dog": (130.0, _PIECE), "hot pot": (400.0, _PORTION),
    "ice cream": (100.0, _PORTION), "ice pop": (70.0, _PIECE), "jackfruit": (150.0, 0.9), "lobster": (180.0, _PORTION),
    "mashed potato": (200.0, _PORTION), "meat loaf": (150.0, _PORTION), "pasta carbonara": (300.0, _PORTION),
    "pizza": (250.0, 0.9), "pot pie": (300.0, _PACK), "pretzel": (60.0, _PORTION), "red wine": (150.0, _PIECE),
    "sandwich": (180.0, _PACK), "squash": (150.0, 0.9), "strawberry": (15.0, 0.5),
    "trifle": (150.0, _PORTION),
    # generic foods: "Quantity not specified" in food_portion of FNDDS 2021-2023, by FDC id;
    # the widths are our own estimates
    "fish": (90.0, _PORTION),  # 2706324 Fish, white, mixed species, NFS
    "meat": (60.0, _PORTION),  # 2705819 Meat, NFS
    "pasta": (140.0, _PORTION),  # 2708357 Pasta, cooked
    "rice": (118.0, _PORTION),  # 2708402 Rice, cooked, NFS
    "salad": (73.0, _PORTION),  # 2709822 Lettuce, salad with assorted vegetables …
    "soup": (245.0, _PORTION),  # 2709144 Soup, NFS
    "stew": (255.0, _PORTION),  # 2706721 Stew, NFS
}
ROLES: dict[str, tuple[float, float]] = {
    "plate": (350.0, 0.6), "starter": (130.0, 0.6), "bread": (50.0, 0.5), "drink": (330.0, 0.5), "yogurt": (125.0, 0.35),
    "dessert": (110.0, 0.6), "fruit": (140.0, 0.5), "cheese": (35.0, 0.5),
}
