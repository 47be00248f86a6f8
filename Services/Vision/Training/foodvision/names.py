"""What foods are called: English names in our spelling, their order, and where published models know them."""

# Name → numbers among the 1001 ImageNet classes of the published classifier (0 is background).
IMAGENET: dict[str, tuple[int, ...]] = {
    "guacamole": (925,), "soup": (926, 810), "hot pot": (927,), "trifle": (928,), "ice cream": (929,),
    "ice pop": (930,), "baguette": (931,), "bagel": (932,), "pretzel": (933,), "hamburger": (934,), "hot dog": (935,),
    "mashed potato": (936,), "cabbage": (937,), "broccoli": (938,), "cauliflower": (939,), "zucchini": (940,),
    "squash": (941, 942, 943), "cucumber": (944,), "artichoke": (945,), "pepper": (946,), "cardoon": (947,),
    "mushroom": (948,), "apple": (949,), "strawberry": (950,), "orange": (951,), "lemon": (952,), "fig": (953,),
    "pineapple": (954,), "banana": (955,), "jackfruit": (956,), "cherimoya": (957,), "pomegranate": (958,),
    "pasta carbonara": (960,), "chocolate sauce": (961,), "dough": (962,), "meat loaf": (963,), "pizza": (964,),
    "pot pie": (965,), "burrito": (966,), "red wine": (967,), "espresso": (968,), "eggnog": (970,), "corn": (988,),
    "lobster": (123, 124), "crab": (119, 120, 121, 122),
}
# Name → number among the 80 COCO classes of the published finder; a second opinion.
COCO: dict[str, int] = {
    "banana": 46, "apple": 47, "sandwich": 48, "orange": 49, "broccoli": 50, "carrot": 51, "hot dog": 52, "pizza": 53,
    "doughnut": 54, "cake": 55,
}
# Things that tell the scale or hold food, among the same 80 classes.
VESSELS: dict[str, int] = {
    "bottle": 39, "wine glass": 40, "cup": 41, "fork": 42, "knife": 43, "spoon": 44, "bowl": 45,
}
# Foods that the models can hardly tell, or not at all, but that another model or a person names.
GENERIC = ("fish", "meat", "pasta", "rice", "salad", "soup", "stew")
# What the finder's own outputs mean.
ROLES = ("plate", "starter", "bread", "drink", "yogurt", "dessert", "fruit", "cheese")
LAST = ("other food", "not food")


def order(name: str) -> tuple[bool, str]:
    """By alphabet, with what is no name at the end."""
    return (name in LAST, name)
