import type en from "../en/category.ts";

export default {
    "category.produce": "Frutas y verduras",
    "category.meat": "Carne",
    "category.seafood": "Pescados y mariscos",
    "category.dairy": "Lácteos y huevos",
    "category.bakery": "Panadería",
    "category.pantry": "Despensa",
    "category.snacks": "Aperitivos",
    "category.sweets": "Dulces",
    "category.beverages": "Bebidas",
    "category.alcohol": "Alcohol",
    "category.frozen": "Congelados",
    "category.prepared": "Comida preparada",
    "category.household": "Artículos del hogar",
    "category.personalCare": "Cuidado personal",
    "category.baby": "Bebé",
    "category.pet": "Mascotas",
    "category.other": "Otros",
} satisfies Record<keyof typeof en, string>;
