import type en from "../en/category.ts";

export default {
    "category.produce": "Fruits et légumes",
    "category.meat": "Viande",
    "category.seafood": "Poissons et fruits de mer",
    "category.dairy": "Produits laitiers et œufs",
    "category.bakery": "Boulangerie",
    "category.pantry": "Épicerie",
    "category.snacks": "Grignotines salées",
    "category.sweets": "Sucreries",
    "category.beverages": "Boissons",
    "category.alcohol": "Alcool",
    "category.frozen": "Surgelés",
    "category.prepared": "Plats préparés",
    "category.household": "Entretien de la maison",
    "category.personalCare": "Hygiène et soins",
    "category.baby": "Bébé",
    "category.pet": "Animaux",
    "category.other": "Autres",
} satisfies Record<keyof typeof en, string>;
