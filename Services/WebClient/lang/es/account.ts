import type en from "../en/account.ts";

export default {
    "account.undo": "Deshacer",
    "account.remove": "Quitar",
    "account.confirm": "Confirmar",
    "account.back": "Volver",
    "account.copy": "Copiar",
    "account.copied": "Copiado.",
    "account.saved": "Guardado.",
    "account.download": "Descargar",
    "account.gone": "Este elemento ya no existe.",
    "account.locked.title": "Esta función forma parte de Pro",
    "account.locked.text": "Su plan no lo incluye. El control de alérgenos es completo en todos los planes.",
    "account.locked.see": "Ver Pro",
    "account.erasing": "Esta cuenta se borrará el {date}.",
    "account.keepAccount": "Conservar mi cuenta",
    "account.erasingPages":
        "Mientras la cuenta está pendiente de borrado, sus páginas están cerradas. Aún puede llevarse sus datos.",
    "account.export": "Exportar mis datos",
    "account.password": "Su contraseña",
    "account.proof.text": "Confirme que es usted.",
    "account.proof.fresh": "Acaba de iniciar sesión. Eso basta.",
    "account.proof.signIn":
        "Esta cuenta no tiene contraseña. Cierre la sesión, vuelva a entrar y hágalo en los cinco minutos siguientes.",
    "account.proof.passkey": "Usar una llave de acceso",
    "account.passkeyFailed": "No se usó la llave de acceso. Inténtelo otra vez o elija otra forma.",
    "account.field.password": "Esta no es su contraseña.",
    "account.field.https": "La dirección debe empezar por https://.",
    "account.field.future": "Esta fecha está en el futuro.",
    "account.field.atLeastOne": "Elija al menos uno.",
    "account.field.cause": "Elija un alérgeno o indique la causa.",
    "account.field.date": "Elija un día dentro de un año.",
} satisfies Record<keyof typeof en, string>;
