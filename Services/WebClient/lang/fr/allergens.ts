import type en from "../en/allergens.ts";

export default {
    "allergens.question": "Que devez-vous éviter ?",
    "allergens.intro":
        "Chaque étiquette est vérifiée pour ce que vous choisissez. Vous pouvez le changer à tout moment.",
    "allergens.profile": "Ce que vous évitez",
    "allergens.examples": "Par exemple {examples}",
    "allergens.chosen|one": "{count} allergène choisi",
    "allergens.chosen|other": "{count} allergènes choisis",
    "allergens.none": "Vous n’avez encore rien choisi. En attendant, les étiquettes sont lues pour les 14 allergènes.",
    "allergens.change": "Modifier",
    "allergens.choose": "Choisir",
    "allergens.saved": "Enregistré. Le prochain scan en tient compte, et les scans précédents sont revérifiés.",
    "allergens.conflict": "Cela a été modifié entre-temps sur un autre appareil.",
    "allergens.theirs": "Sur l’autre appareil : {what}",
    "allergens.mine": "Sur cet appareil : {what}",
    "allergens.nothing": "rien",
    "allergens.keepMine": "Garder ma version",
    "allergens.takeTheirs": "Garder l’autre",
} satisfies Record<keyof typeof en, string>;
