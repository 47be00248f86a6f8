import type en from "../en/allergens.ts";

export default {
    "allergens.question": "¿Qué debe evitar?",
    "allergens.intro": "Cada etiqueta se comprueba según lo que elija. Puede cambiarlo en cualquier momento.",
    "allergens.profile": "Lo que evita",
    "allergens.examples": "Por ejemplo, {examples}",
    "allergens.chosen|one": "{count} alérgeno elegido",
    "allergens.chosen|other": "{count} alérgenos elegidos",
    "allergens.none": "Aún no ha elegido nada. Mientras tanto, las etiquetas se leen para los 14 alérgenos.",
    "allergens.change": "Cambiar",
    "allergens.choose": "Elegir",
    "allergens.saved": "Guardado. El próximo escaneo lo usa y los anteriores se comprueban de nuevo.",
    "allergens.conflict": "Esto se cambió mientras tanto en otro dispositivo.",
    "allergens.theirs": "En el otro dispositivo: {what}",
    "allergens.mine": "En este dispositivo: {what}",
    "allergens.nothing": "nada",
    "allergens.keepMine": "Conservar lo mío",
    "allergens.takeTheirs": "Conservar lo otro",
} satisfies Record<keyof typeof en, string>;
