"""The names of foods and dishes that an image-text model is asked about, from the project's own tables."""

import dataclasses
import pathlib
import re
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[4]
CATALOGUE = ROOT / "Shared/Food/FoodCatalogue/CFoodTable"
DISHES = ROOT / "Services/Allergen/CDishTable/dishes.tsv"
LANGUAGES = ("en", "fr", "es", "zh")
# What tables add to a name and no photo shows.
UNSEEN = re.compile(r",?\s*\(?\bNS as to [^,)]*\)?|,?\s*\bNFS\b")


@dataclasses.dataclass(frozen=True)
class Name:
    """One name of a food."""

    language: str
    text: str
    food: str  # the id in the catalogue; empty for a dish that is in no table of foods


def names(languages: tuple[str, ...] = LANGUAGES) -> list[Name]:
    """Every name once in its language: everyday names first, then descriptions of other foods and of dishes."""
    found: dict[tuple[str, str], Name] = {}

    def add(language: str, text: str, food: str) -> None:
        if text and language in languages:
            found.setdefault((language, _folded(text)), Name(language, text, food))

    everyday = _rows(CATALOGUE / "names.tsv")
    for row in everyday:
        for language in LANGUAGES:
            for text in row[language].split("|"):
                add(language, text, row["food"])
    named = {row["food"] for row in everyday if row["en"]}
    foods = _rows(CATALOGUE / "foods.tsv")
    for row in foods:
        if row["food"] not in named:
            add("en", _seen(row["description"]), row["food"])
    known = {row["food"] for row in foods}
    for row in _rows(DISHES):
        if f"fndds-{row['dish']}" not in known:
            add("en", _seen(row["name"]), "")
    return list(found.values())


def _rows(path: pathlib.Path) -> list[dict[str, str]]:
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line and not line.startswith("#")]
    head = lines[0].split("\t")
    return [dict(zip(head, line.split("\t"), strict=True)) for line in lines[1:]]


def _seen(description: str) -> str:
    return UNSEEN.sub("", description).strip(" ,")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
