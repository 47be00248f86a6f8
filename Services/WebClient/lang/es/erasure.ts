import type en from "../en/erasure.ts";

export default {
    "erasure.title": "Borrado de una cuenta",
    "erasure.scheduled": "La cuenta se borrará el {at}. Hasta entonces se puede conservar: inicie sesión para hacerlo.",
    "erasure.withdrawn": "La cuenta se conservó. No se borró nada.",
    "erasure.erasing": "La cuenta se está borrando. La clave de sus datos se destruyó el {at}.",
    "erasure.complete": "Todo se borró el {at}.",
    "erasure.services": "Qué se ha borrado y dónde",
    "erasure.service": "{service}: {at}",
    "erasure.none": "Ninguna parte del sistema ha respondido todavía.",
    "erasure.proof": "Guardar el recibo firmado",
    "erasure.unknown": "No hay ningún borrado en esta dirección. Compruebe que la dirección esté completa.",
    "erasure.part.account": "Cuenta",
    "erasure.part.photos": "Fotos",
    "erasure.part.meals": "Comidas",
    "erasure.part.allergens": "Alérgenos",
    "erasure.part.payments": "Pagos",
    "erasure.part.notices": "Avisos",
    "erasure.part.spending": "Gastos",
} satisfies Record<keyof typeof en, string>;
