import type en from "../en/account.ts";

export default {
    "account.undo": "Annuler",
    "account.remove": "Retirer",
    "account.confirm": "Confirmer",
    "account.back": "Retour",
    "account.copy": "Copier",
    "account.copied": "Copié.",
    "account.saved": "Enregistré.",
    "account.download": "Télécharger",
    "account.gone": "Cet élément n’existe plus.",
    "account.locked.title": "Cette fonction fait partie de Pro",
    "account.locked.text":
        "Votre formule ne le comprend pas. Le contrôle des allergènes est complet dans toutes les formules.",
    "account.locked.see": "Voir Pro",
    "account.erasing": "Ce compte sera effacé le {date}.",
    "account.keepAccount": "Garder mon compte",
    "account.erasingPages":
        "Tant que le compte est en attente de suppression, ses pages sont fermées. Vous pouvez encore emporter vos données.",
    "account.export": "Exporter mes données",
    "account.password": "Votre mot de passe",
    "account.proof.text": "Confirmez que c’est bien vous.",
    "account.proof.fresh": "Vous venez de vous connecter. Cela suffit.",
    "account.proof.signIn":
        "Ce compte n’a pas de mot de passe. Déconnectez-vous, reconnectez-vous, puis faites-le dans les cinq minutes.",
    "account.proof.passkey": "Utiliser une clé d’accès",
    "account.passkeyFailed": "La clé d’accès n’a pas été utilisée. Réessayez ou choisissez un autre moyen.",
    "account.field.password": "Ce n’est pas votre mot de passe.",
    "account.field.https": "L’adresse doit commencer par https://.",
    "account.field.future": "Cette date est dans le futur.",
    "account.field.atLeastOne": "Choisissez-en au moins un.",
    "account.field.cause": "Choisissez un allergène ou indiquez la cause.",
    "account.field.date": "Choisissez un jour dans l’année qui vient.",
} satisfies Record<keyof typeof en, string>;
