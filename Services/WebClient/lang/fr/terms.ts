import type en from "../en/terms.ts";

export default {
    "terms.title": "Conditions et confidentialité",
    "terms.version": "Version {version}",
    "terms.terms": "Conditions d’utilisation",
    "terms.privacy": "Politique de confidentialité",
    "terms.read": "Lire les conditions et la politique de confidentialité",
    "terms.changed": "Les conditions ont changé",
    "terms.changedText":
        "Pour continuer, lisez et acceptez la nouvelle version des conditions et de l’avis de confidentialité ({version}).",
    "terms.accept": "Accepter la nouvelle version",
} satisfies Record<keyof typeof en, string>;
