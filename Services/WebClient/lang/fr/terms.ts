import type en from "../en/terms.ts";

export default {
    "terms.title": "Conditions et confidentialité",
    "terms.version": "Version {version}",
    "terms.terms": "Conditions d’utilisation",
    "terms.privacy": "Politique de confidentialité",
    "terms.read": "Lire les conditions et la politique de confidentialité",
    "terms.changed": "Avant de continuer",
    "terms.changedText":
        "Pour continuer, lisez et acceptez les conditions d’utilisation et la politique de confidentialité (version {version}).",
    "terms.accept": "Accepter",
} satisfies Record<keyof typeof en, string>;
