import type en from "../en/terms.ts";

export default {
    "terms.title": "Conditions et confidentialité",
    "terms.version": "Version {version}",
    "terms.terms": "Conditions d’utilisation",
    "terms.privacy": "Politique de confidentialité",
    "terms.read": "Lire les conditions et la politique de confidentialité",
} satisfies Record<keyof typeof en, string>;
