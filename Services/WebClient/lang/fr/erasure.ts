import type en from "../en/erasure.ts";

export default {
    "erasure.title": "Effacement d’un compte",
    "erasure.scheduled": "Le compte sera effacé le {at}. D’ici là, il peut être conservé : connectez-vous pour cela.",
    "erasure.withdrawn": "Le compte a été conservé. Rien n’a été effacé.",
    "erasure.erasing": "L’effacement du compte est en cours. La clé de ses données a été détruite le {at}.",
    "erasure.complete": "Tout a été effacé le {at}.",
    "erasure.services": "Ce qui a été effacé, et où",
    "erasure.service": "{service} : {at}",
    "erasure.none": "Aucune partie du système n’a encore répondu.",
    "erasure.proof": "Enregistrer le reçu signé",
    "erasure.unknown": "Il n’y a pas d’effacement à cette adresse. Vérifiez que l’adresse est complète.",
    "erasure.part.account": "Compte",
    "erasure.part.photos": "Photos",
    "erasure.part.meals": "Repas",
    "erasure.part.allergens": "Allergènes",
    "erasure.part.payments": "Paiements",
    "erasure.part.notices": "Avis",
    "erasure.part.spending": "Dépenses",
} satisfies Record<keyof typeof en, string>;
