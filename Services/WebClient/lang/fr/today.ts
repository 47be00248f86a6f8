import type en from "../en/today.ts";

export default {
    "today.alerts": "Alertes",
    "today.latest": "Derniers scans",
    "today.all": "Tous les scans",
    "today.empty.title": "Rien de scanné pour l’instant",
    "today.empty.text": "Photographiez la liste des ingrédients d’un produit. La réponse arrive en quelques secondes.",
    "today.empty.scan": "Scanner une étiquette",
    "today.noProfile": "Indiquez ce que vous évitez, et chaque étiquette sera vérifiée pour cela.",
    "today.more": "Afficher plus",
    "today.asOf": "Gardé sur ce téléphone depuis la dernière fois. Rechargé dès qu’il y a une connexion.",
} satisfies Record<keyof typeof en, string>;
