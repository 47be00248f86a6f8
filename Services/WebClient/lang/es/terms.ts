import type en from "../en/terms.ts";

export default {
    "terms.title": "Condiciones y privacidad",
    "terms.version": "Versión {version}",
    "terms.terms": "Condiciones de uso",
    "terms.privacy": "Aviso de privacidad",
    "terms.read": "Leer las condiciones y el aviso de privacidad",
    "terms.changed": "Antes de seguir",
    "terms.changedText":
        "Para seguir, lea y acepte las condiciones de uso y el aviso de privacidad (versión {version}).",
    "terms.accept": "Aceptar",
} satisfies Record<keyof typeof en, string>;
