import type en from "../en/device.ts";

export default {
    "device.title": "En este teléfono",
    "device.hint": "Lo que se guarda aquí, cifrado",
    "device.text":
        "Lo último que vio, los borradores y lo pendiente se guardan aquí para que la app funcione sin conexión.",
    "device.encrypted":
        "Todo está cifrado con una clave que nunca sale de este navegador. Protege las copias de los archivos, no un teléfono desbloqueado en otras manos.",
    "device.waits": "Pendiente de envío",
    "device.nothingWaits": "No hay nada pendiente.",
    "device.kind.photo": "Foto de una etiqueta",
    "device.kind.mealPhoto": "Foto de una comida",
    "device.kind.meal": "Entrada del diario",
    "device.kind.receipt": "Recibo",
    "device.kind.reaction": "Reacción",
    "device.sendNow": "Enviar ahora",
    "device.sendAgain": "Enviar de nuevo",
    "device.storage": "Almacenamiento",
    "device.used": "Usado",
    "device.of": "{used} de {quota}",
    "device.unknown": "El navegador no lo indica.",
    "device.persistent": "Se guarda hasta que lo borre",
    "device.yes": "Sí",
    "device.no": "No: el navegador puede borrarlo si falta espacio",
    "device.keep": "Pedir al navegador que lo guarde",
    "device.clear": "Borrar lo que se guarda aquí",
    "device.clearTitle": "¿Borrar lo que se guarda en este teléfono?",
    "device.clearText|one":
        "{count} entrada aún no se envió y se pierde. La sesión sigue abierta; el resto se carga de nuevo.",
    "device.clearText|other":
        "{count} entradas aún no se enviaron y se pierden. La sesión sigue abierta; el resto se carga de nuevo.",
    "device.cleared": "Borrado.",
} satisfies Record<keyof typeof en, string>;
