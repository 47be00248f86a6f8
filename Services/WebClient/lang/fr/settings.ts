import type en from "../en/settings.ts";

export default {
    "settings.language": "Langue",
    "settings.appearance": "Apparence",
    "settings.theme": "Clair ou sombre",
    "settings.theme.auto": "Comme le téléphone",
    "settings.theme.light": "Clair",
    "settings.theme.dark": "Sombre",
    "settings.palette": "Couleurs",
    "settings.palette.standard": "Standard",
    "settings.palette.colorBlind": "Pour le daltonisme",
    "settings.palette.highContrast": "Contraste élevé",
    "settings.textSize": "Taille du texte",
    "settings.textSizeValue": "{percent} %",
    "settings.smaller": "Texte plus petit",
    "settings.larger": "Texte plus grand",
    "settings.preview": "Contient : lait",
    "settings.units": "Unités",
    "settings.energy": "Énergie",
    "settings.mass": "Poids",
    "settings.account": "Compte",
    "settings.signedInAs": "Connecté en tant que {email}",
    "settings.more": "Plus",
    "settings.deviceText":
        "Vos derniers résultats et les photos en attente sont gardés sur ce téléphone, chiffrés. Se déconnecter les supprime.",
    "settings.signOut.title": "Se déconnecter ?",
    "settings.signOut.waiting|one": "{count} photo n’est pas encore envoyée. Elle sera supprimée.",
    "settings.signOut.waiting|other": "{count} photos ne sont pas encore envoyées. Elles seront supprimées.",
    "settings.signOut.text": "Ce qui est gardé sur ce téléphone sera supprimé. Votre compte reste.",
    "settings.install": "Installer l’application",
    "settings.installText":
        "Ajoutez Food Magic à l’écran d’accueil. Elle s’ouvre plus vite et fonctionne sans connexion.",
} satisfies Record<keyof typeof en, string>;
