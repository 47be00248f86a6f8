import type en from "../en/terms.ts";

export default {
    "terms.title": "Condiciones y privacidad",
    "terms.version": "Versión {version}",
    "terms.terms": "Condiciones de uso",
    "terms.privacy": "Aviso de privacidad",
    "terms.read": "Leer las condiciones y el aviso de privacidad",
    "terms.changed": "Las condiciones han cambiado",
    "terms.changedText":
        "Para seguir, lee y acepta la nueva versión de las condiciones y del aviso de privacidad ({version}).",
    "terms.accept": "Aceptar la nueva versión",
} satisfies Record<keyof typeof en, string>;
