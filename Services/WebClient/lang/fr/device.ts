import type en from "../en/device.ts";

export default {
    "device.title": "Sur ce téléphone",
    "device.hint": "Ce qui est gardé ici, chiffré",
    "device.text":
        "Vos dernières vues, brouillons et envois en attente sont gardés ici pour que l’appli fonctionne sans connexion.",
    "device.encrypted":
        "Tout est chiffré avec une clé qui ne quitte jamais ce navigateur. Cela protège des copies des fichiers, pas un téléphone déverrouillé en d’autres mains.",
    "device.waits": "En attente d’envoi",
    "device.nothingWaits": "Rien n’attend.",
    "device.kind.photo": "Photo d’une étiquette",
    "device.kind.mealPhoto": "Photo d’un repas",
    "device.kind.meal": "Entrée du journal",
    "device.kind.receipt": "Ticket de caisse",
    "device.kind.reaction": "Réaction",
    "device.sendNow": "Envoyer maintenant",
    "device.sendAgain": "Renvoyer",
    "device.storage": "Espace de stockage",
    "device.used": "Utilisé",
    "device.of": "{used} sur {quota}",
    "device.unknown": "Le navigateur ne le dit pas.",
    "device.persistent": "Gardé jusqu’à ce que vous le supprimiez",
    "device.yes": "Oui",
    "device.no": "Non : le navigateur peut le supprimer s’il manque de place",
    "device.keep": "Demander au navigateur de le garder",
    "device.clear": "Supprimer ce qui est gardé ici",
    "device.clearTitle": "Supprimer ce qui est gardé sur ce téléphone ?",
    "device.clearText|one":
        "{count} saisie n’est pas encore envoyée et sera perdue. Vous restez connecté ; le reste se recharge.",
    "device.clearText|other":
        "{count} saisies ne sont pas encore envoyées et seront perdues. Vous restez connecté ; le reste se recharge.",
    "device.cleared": "Supprimé.",
} satisfies Record<keyof typeof en, string>;
