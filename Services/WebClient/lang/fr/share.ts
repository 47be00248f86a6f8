import type en from "../en/share.ts";

export default {
    "share.share": "Partager",
    "share.title": "Partager par un lien",
    "share.mealText":
        "Le lien montre le nom du repas, son énergie et quelques nutriments. Ni date, ni objectifs, ni votre nom.",
    "share.dayText":
        "Le lien montre l’énergie et quelques nutriments du jour, et leur part de vos objectifs. Votre nom n’apparaît pas.",
    "share.withPhoto": "Montrer aussi la photo",
    "share.make": "Créer un lien",
    "share.link": "Lien",
    "share.copy": "Copier",
    "share.copied": "Copié",
    "share.withApp": "Envoyer avec une app",
    "share.picture": "Envoyer l’image",
    "share.until": "Ouvert jusqu’au {date}",
    "share.all": "Liens partagés",
    "share.hint": "Voir et retirer les liens",
    "share.intro": "Toute personne qui a le lien voit l’image jusqu’à ce qu’il expire ou que vous le retiriez.",
    "share.empty": "Aucun lien",
    "share.emptyText": "Partagez un repas ou un jour, et son lien apparaît ici.",
    "share.meal": "Un repas",
    "share.day": "Le jour {date}",
    "share.photoShown": "Avec la photo",
    "share.withdraw": "Retirer",
    "share.withdrawn": "Le lien est retiré.",
    "share.withdrawTitle": "Retirer ce lien ?",
    "share.withdrawText": "Il ne montrera plus rien. Cette action est définitive.",
} satisfies Record<keyof typeof en, string>;
