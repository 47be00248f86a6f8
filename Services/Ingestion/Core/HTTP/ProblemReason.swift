import EventContracts
import ServiceRuntime

/// Fixed sentences for `detail`, in every language, worded for the person.
package enum ProblemReason: String, Sendable, CaseIterable {
    case anotherChange, acceptTerms, verifyAddress, allowPurpose, currentDay, simpleReports
    case exportUnderway, exportExpired, noHousehold, inHousehold, subscribed, notSubscribed
    case busySigningIn, checkSignIn, tooManyAttempts, proveAgain, secondFactorThere
    case importPlan, importedProduct

    /// The sentence in a language.
    package func text(in language: ContentLanguage) -> String {
        let (english, french, spanish, chinese) = texts
        return switch language {
        case .en: english
        case .fr: french
        case .es: spanish
        case .zh: chinese
        }
    }

    private var texts: (String, String, String, String) {
        switch self {
        case .anotherChange:
            (
                "Another change was made first. Read the current version and try again.",
                "Une autre modification a été faite avant. Lisez la version actuelle et réessayez.",
                "Se hizo antes otro cambio. Lea la versión actual e inténtelo de nuevo.",
                "已有另一项更改先完成。请读取当前版本后重试。"
            )
        case .acceptTerms:
            (
                "Accept the terms in force first.", "Acceptez d’abord les conditions en vigueur.",
                "Acepte primero las condiciones vigentes.", "请先接受现行条款。"
            )
        case .verifyAddress:
            (
                "Verify it at /v1/accounts/verification first.",
                "Vérifiez-la d’abord avec /v1/accounts/verification.",
                "Verifíquelo primero en /v1/accounts/verification.", "请先通过 /v1/accounts/verification 进行验证。"
            )
        case .allowPurpose:
            (
                "Allow it at /v1/consents first.", "Autorisez-le d’abord avec /v1/consents.",
                "Permítalo primero en /v1/consents.", "请先在 /v1/consents 中允许。"
            )
        case .currentDay:
            (
                "Your plan only shows the current day.", "Votre formule n’affiche que le jour en cours.",
                "Su plan solo muestra el día actual.", "您的方案仅显示当天。"
            )
        case .simpleReports:
            (
                "Your plan only includes simple reports.", "Votre formule ne comprend que les rapports simples.",
                "Su plan solo incluye informes sencillos.", "您的方案仅包含简单报告。"
            )
        case .exportUnderway:
            (
                "An export is already in progress.", "Une exportation est déjà en cours.",
                "Ya hay una exportación en curso.",
                "导出正在进行中。"
            )
        case .exportExpired:
            (
                "The export is no longer available. Request a new one.",
                "L’exportation n’est plus disponible. Demandez-en une nouvelle.",
                "La exportación ya no está disponible. Solicite una nueva.", "该导出已不可下载。请重新申请。"
            )
        case .noHousehold:
            (
                "You are not in a household.", "Vous n’appartenez à aucun foyer.", "No pertenece a ningún hogar.",
                "您不属于任何家庭。"
            )
        case .inHousehold:
            (
                "You are already in a household. Leave it first.",
                "Vous appartenez déjà à un foyer. Quittez-le d’abord.",
                "Ya pertenece a un hogar. Salga de él primero.", "您已属于一个家庭。请先退出。"
            )
        case .subscribed:
            (
                "You already have a subscription: change it instead.", "Vous avez déjà un abonnement : modifiez-le.",
                "Ya tiene una suscripción: cámbiela.", "您已有订阅：请直接更改。"
            )
        case .notSubscribed:
            (
                "You have no subscription to change.", "Vous n’avez pas d’abonnement à modifier.",
                "No tiene ninguna suscripción que cambiar.", "您没有可更改的订阅。"
            )
        case .busySigningIn:
            (
                "Too many people are signing in right now. Try again shortly.",
                "Trop de personnes se connectent en ce moment. Réessayez dans un instant.",
                "Demasiadas personas están iniciando sesión. Inténtelo de nuevo en breve.",
                "当前登录人数过多。请稍后再试。"
            )
        case .checkSignIn:
            (
                "Check both for typing mistakes, or set a new password with a code by e-mail.",
                "Vérifiez la saisie des deux, ou choisissez un nouveau mot de passe avec un code reçu par e-mail.",
                "Compruebe ambos o establezca una contraseña nueva con un código enviado por correo.",
                "请检查两者是否输入有误，或通过邮件验证码设置新密码。"
            )
        case .tooManyAttempts:
            (
                "Too many failed attempts. Wait and try again, or use a passkey or a code by e-mail.",
                "Trop de tentatives échouées. Patientez, ou utilisez une clé d’accès ou un code par e-mail.",
                "Demasiados intentos fallidos. Espere, o use una llave de acceso o un código por correo.",
                "失败次数过多。请稍候再试，或使用通行密钥或邮件验证码。"
            )
        case .proveAgain:
            (
                "Use a passkey, or sign in again: this needs a sign-in of the last five minutes.",
                "Utilisez une clé d’accès ou reconnectez-vous : il faut une connexion de moins de cinq minutes.",
                """
                Use una llave de acceso o vuelva a iniciar sesión: se necesita un inicio de sesión de los últimos \
                cinco minutos.
                """,
                "请使用通行密钥或重新登录：此操作要求在最近五分钟内登录过。"
            )
        case .secondFactorThere:
            (
                "A second factor is set up. Remove it first.", "Un second facteur est configuré. Retirez-le d’abord.",
                "Ya hay un segundo factor configurado. Quítelo primero.", "已有第二重验证。请先将其移除。"
            )
        case .importPlan:
            (
                "Your plan does not include importing an export.",
                "Votre formule ne comprend pas l’importation d’une exportation.",
                "Su plan no incluye la importación de una exportación.", "您的方案不包括导入已导出的数据。"
            )
        case .importedProduct:
            (
                "A budget for one product needs a purchase of it. Import the receipts first.",
                "Un budget pour un seul produit nécessite un achat de ce produit. Importez d’abord les tickets.",
                "Un presupuesto para un solo producto requiere una compra de este. Importe primero los recibos.",
                "单个产品的预算需要有该产品的购买记录。请先导入小票。"
            )
        }
    }
}

extension ProblemDetails {
    /// A problem whose `detail` is a sentence with translations.
    package init(_ kind: ProblemKind, because reason: ProblemReason, extensions: [String: Extension] = [:]) {
        self.init(kind, detail: reason.text(in: .en), extensions: extensions)
        self.reason = reason.rawValue
    }

    /// The problem with its title, its field errors and, if translated, its detail in a language.
    package func worded(in language: ContentLanguage) -> ProblemDetails {
        var worded = self
        worded.title = kind?.title(in: language) ?? title
        if let reason = reason.flatMap(ProblemReason.init(rawValue:)) {
            worded.detail = reason.text(in: language)
        } else {
            worded.detail = detail.map { ProblemReason.translation(of: $0, in: language) }
        }
        worded.errors = errors?.map { $0.worded(in: language) }
        return worded
    }
}

extension ProblemDetails.FieldProblem {
    /// The problem with its detail in a language.
    fileprivate func worded(in language: ContentLanguage) -> Self {
        let worded = fault.worded(in: language)
        if let pointer { return Self(pointer: pointer, worded) }
        return parameter.map { Self(parameter: $0, worded) } ?? self
    }
}

extension OutcomeProblem {
    /// An operation's problem in the form for clients: title and, if translated, detail in a language.
    package func worded(in language: ContentLanguage) -> OutcomeProblem {
        let kind = ProblemKind(type: type)
        return OutcomeProblem(
            type: kind?.path ?? type, title: kind?.title(in: language) ?? title, status: status,
            detail: detail.map { ProblemReason.translation(of: $0, in: language) })
    }
}

extension ProblemReason {
    /// The translation of a sentence that a service wrote.
    fileprivate static func translation(of english: String, in language: ContentLanguage) -> String {
        allCases.first { $0.text(in: .en) == english }?.text(in: language)
            ?? ProblemSentences.text(english, in: language)
    }
}
