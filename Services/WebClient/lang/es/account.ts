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
    "account.gone": "Esto ya no está aquí.",
    "account.locked.title": "Esto es parte de Pro",
    "account.locked.text": "Tu plan no lo incluye. El control de alérgenos es completo en todos los planes.",
    "account.locked.see": "Ver Pro",
    "account.erasing": "Esta cuenta se borrará el {date}.",
    "account.keepAccount": "Conservar mi cuenta",
    "account.erasingPages":
        "Mientras la cuenta está pendiente de borrado, sus páginas están cerradas. Aún puedes llevarte tus datos.",
    "account.export": "Exportar mis datos",
    "account.password": "Tu contraseña",
    "account.proof.text": "Confirma que eres tú.",
    "account.proof.fresh": "Acabas de iniciar sesión. Eso basta.",
    "account.proof.signIn":
        "Esta cuenta no tiene contraseña. Cierra la sesión, vuelve a entrar y hazlo en cinco minutos.",
    "account.proof.passkey": "Usar una llave de acceso",
    "account.passkeyFailed": "No se usó la llave de acceso. Inténtalo otra vez o elige otra forma.",
    "account.field.password": "Esta no es tu contraseña.",
    "account.field.https": "La dirección debe empezar por https://.",
    "account.field.future": "Esta fecha está en el futuro.",
    "account.field.atLeastOne": "Elige al menos uno.",
    "account.field.cause": "Elige un alérgeno o indica la causa.",
    "account.field.date": "Elige un día dentro de un año.",
} satisfies Record<keyof typeof en, string>;
