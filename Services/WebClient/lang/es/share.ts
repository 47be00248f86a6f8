import type en from "../en/share.ts";

export default {
    "share.share": "Compartir",
    "share.title": "Compartir con un enlace",
    "share.mealText":
        "El enlace muestra el nombre de la comida, su energía y algunos nutrientes. Sin fecha, objetivos ni su nombre.",
    "share.dayText":
        "El enlace muestra la energía y algunos nutrientes del día, y qué parte son de sus objetivos. Su nombre no aparece.",
    "share.withPhoto": "Mostrar también la foto",
    "share.make": "Crear un enlace",
    "share.link": "Enlace",
    "share.copy": "Copiar",
    "share.copied": "Copiado",
    "share.withApp": "Enviar con una app",
    "share.picture": "Enviar la imagen",
    "share.until": "Abierto hasta el {date}",
    "share.all": "Enlaces compartidos",
    "share.hint": "Ver y retirar enlaces",
    "share.intro": "Cualquiera que tenga el enlace ve la imagen hasta que caduque o usted lo retire.",
    "share.empty": "Sin enlaces",
    "share.emptyText": "Comparta una comida o un día y su enlace aparecerá aquí.",
    "share.meal": "Una comida",
    "share.day": "El día {date}",
    "share.photoShown": "Con la foto",
    "share.withdraw": "Retirar",
    "share.withdrawn": "El enlace está retirado.",
    "share.withdrawTitle": "¿Retirar este enlace?",
    "share.withdrawText": "Dejará de mostrar nada. No se puede deshacer.",
} satisfies Record<keyof typeof en, string>;
