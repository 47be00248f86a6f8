import type en from "../en/today.ts";

export default {
    "today.alerts": "Alertas",
    "today.latest": "Últimos escaneos",
    "today.all": "Todos los escaneos",
    "today.empty.title": "Aún no ha escaneado nada",
    "today.empty.text": "Fotografíe la lista de ingredientes de un producto. La respuesta llega en segundos.",
    "today.empty.scan": "Escanear una etiqueta",
    "today.noProfile": "Indique lo que evita y cada etiqueta se comprobará para ello.",
    "today.more": "Mostrar más",
    "today.asOf": "Guardado en este teléfono desde la última vez. Se carga de nuevo cuando haya conexión.",
} satisfies Record<keyof typeof en, string>;
