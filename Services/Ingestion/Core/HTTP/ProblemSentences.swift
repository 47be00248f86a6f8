import ServiceRuntime

/// Translations of sentences that services write into problems in English, keyed by the sentence; `#` stands for a
/// number.
///
/// Commands are rejected by services that do not know the client's language, so the gateway translates what it answers.
package enum ProblemSentences {
    /// The sentence, or each of several sentences, in a language; unchanged if there is no translation.
    package static func text(_ english: String, in language: ContentLanguage) -> String {
        guard language != .en else { return english }
        if let whole = translated(english, in: language) { return whole }
        let sentences = english.split(separator: ". ").map { $0.hasSuffix(".") ? String($0) : "\($0)." }
        let parts = sentences.compactMap { translated($0, in: language) }
        return parts.count == sentences.count ? parts.joined(separator: language == .zh ? "" : " ") : english
    }

    private static func translated(_ english: String, in language: ContentLanguage) -> String? {
        let numbers = english.matches(of: /[0-9]+/).map(\.output)
        guard let row = rows[english.replacing(/[0-9]+/, with: "#")] else { return nil }
        let parts = row.text(in: language).split(separator: "#", omittingEmptySubsequences: false)
        return parts.dropFirst().enumerated().reduce(into: String(parts[0])) { text, part in
            text += numbers[part.offset] + part.element
        }
    }

    /// A sentence in the languages other than English.
    private struct Row {
        let french, spanish, chinese: String

        func text(in language: ContentLanguage) -> String {
            switch language {
            case .en, .fr: french
            case .es: spanish
            case .zh: chinese
            }
        }
    }

    /// The English sentences that have translations.
    package static var all: [String] { rows.keys.sorted() }

    private static let rows: [String: Row] = [
        "# of your foods are already waiting for review.":
            Row(
                french: "Vous avez déjà # aliments en attente d’examen.",
                spanish: "Ya tiene # alimentos pendientes de revisión.",
                chinese: "您已有#种食物等待审核。"),
        "You have # open entries. Wait for an answer first.":
            Row(
                french: "Vous avez déjà # messages en attente. Attendez d’abord une réponse.",
                spanish: "Ya tiene # mensajes pendientes. Espere primero una respuesta.",
                chinese: "您已有#条反馈等待处理。请先等待回复。"),
        "You have # grants. Withdraw one first.":
            Row(
                french: "Vous avez accordé # accès. Retirez-en d’abord un.",
                spanish: "Ha concedido # accesos. Retire uno primero.",
                chinese: "您已授予#项访问权限。请先撤销一项。"),
        "The grant has # comments. Delete one of yours first.":
            Row(
                french: "Cet accès a # commentaires. Supprimez d’abord un des vôtres.",
                spanish: "Este acceso tiene # comentarios. Elimine primero uno de los suyos.",
                chinese: "此授权已有#条留言。请先删除一条您自己的留言。"),
        "You keep # reports. Delete one first.":
            Row(
                french: "Vous conservez # rapports. Supprimez-en d’abord un.",
                spanish: "Conserva # informes. Elimine uno primero.",
                chinese: "您已保存#份报告。请先删除一份。"),
        "You have # links. Withdraw one first.":
            Row(
                french: "Vous avez # liens. Retirez-en d’abord un.",
                spanish: "Tiene # enlaces. Retire uno primero.",
                chinese: "您已有#个链接。请先撤销一个。"),
        "Your plan includes # photos of meals and receipts a day. Label photos are always included.":
            Row(
                french:
                    """
                    Votre formule comprend # photos de repas et de tickets par jour. Les photos d’étiquettes sont \
                    toujours comprises.
                    """,
                spanish:
                    """
                    Su plan incluye # fotos de comidas y recibos al día. Las fotos de etiquetas siempre están incluidas.
                    """,
                chinese: "您的方案每天包含#张餐食和小票照片。标签照片始终包含在内。"),
        "The photo took longer than # s.":
            Row(
                french: "La photo a mis plus de # s à arriver.",
                spanish: "La foto tardó más de # s en llegar.",
                chinese: "照片传输超过了#秒。"),
        "The body took longer than # s to arrive.":
            Row(
                french: "La requête a mis plus de # s à arriver.",
                spanish: "La solicitud tardó más de # s en llegar.",
                chinese: "请求传输超过了#秒。"),
        "A file may have at most # bytes.":
            Row(
                french: "Un fichier peut avoir au plus # octets.",
                spanish: "Un archivo puede tener como máximo # bytes.",
                chinese: "文件最多为#字节。"),
        "This passkey is known, or you have #. Remove one first.":
            Row(
                french: "Cette clé d’accès est connue, ou vous en avez déjà #. Retirez-en d’abord une.",
                spanish: "Esta llave de acceso ya existe, o ya tiene #. Quite una primero.",
                chinese: "此通行密钥已存在，或者您已有#个。请先移除一个。"),
        "All # seats are offered or taken. Withdraw one first.":
            Row(
                french: "Les # places sont proposées ou occupées. Retirez-en d’abord une.",
                spanish: "Las # plazas están ofrecidas u ocupadas. Retire una primero.",
                chinese: "全部#个席位均已提供或占用。请先收回一个。"),
        "# invitations are open. They end after # days.":
            Row(
                french: "# invitations sont en attente. Elles expirent après # jours.",
                spanish: "Hay # invitaciones pendientes. Caducan a los # días.",
                chinese: "已有#份邀请待处理。邀请在#天后失效。"),
        "The household has # members.":
            Row(
                french: "Le foyer a # membres.",
                spanish: "El hogar tiene # miembros.",
                chinese: "该家庭已有#名成员。"),
        "A decision has already been made.":
            Row(
                french: "Une décision a déjà été prise.",
                spanish: "Ya se ha tomado una decisión.",
                chinese: "已作出决定。"),
        "This food is already waiting for review.":
            Row(
                french: "Cet aliment attend déjà d’être examiné.",
                spanish: "Este alimento ya está pendiente de revisión.",
                chinese: "此食物已在等待审核。"),
        "A day has at most # meals.":
            Row(
                french: "Une journée compte au plus # repas.",
                spanish: "Un día tiene como máximo # comidas.",
                chinese: "一天最多#餐。"),
        "A receipt has at most # items.":
            Row(
                french: "Un ticket compte au plus # lignes.",
                spanish: "Un recibo tiene como máximo # artículos.",
                chinese: "一张小票最多#项。"),
        "Only a scan whose photo is stored in full can be corrected.":
            Row(
                french: "Seule une analyse dont la photo est enregistrée en entier peut être corrigée.",
                spanish: "Solo se puede corregir un escaneo cuya foto está guardada por completo.",
                chinese: "只有照片完整保存的扫描才能更正。"),
        "The text is longer than #,# characters.":
            Row(
                french: "Le texte dépasse # # caractères.",
                spanish: "El texto supera los #.# caracteres.",
                chinese: "文字超过#,#个字符。"),
        "Nothing was paid.":
            Row(
                french: "Rien n’a été payé.",
                spanish: "No se pagó nada.",
                chinese: "没有付款。"),
        "The payment has been refunded.":
            Row(
                french: "Le paiement a été remboursé.",
                spanish: "El pago se ha reembolsado.",
                chinese: "该付款已退款。"),
        "A payment can be refunded within # days.":
            Row(
                french: "Un paiement peut être remboursé dans les # jours.",
                spanish: "Un pago se puede reembolsar en un plazo de # días.",
                chinese: "付款后#天内可以退款。"),
        "There is no change to undo.":
            Row(
                french: "Aucune modification à annuler.",
                spanish: "No hay ningún cambio que deshacer.",
                chinese: "没有可撤销的更改。"),
        "There is no advice for this budget yet.":
            Row(
                french: "Il n’y a pas encore de conseil pour ce budget.",
                spanish: "Aún no hay consejos para este presupuesto.",
                chinese: "此预算暂无建议。"),
        "The payment page could not be opened. Try again.":
            Row(
                french: "La page de paiement n’a pas pu s’ouvrir. Réessayez.",
                spanish: "No se pudo abrir la página de pago. Inténtelo de nuevo.",
                chinese: "无法打开付款页面。请重试。"),
        "The card was declined.":
            Row(
                french: "La carte a été refusée.",
                spanish: "La tarjeta fue rechazada.",
                chinese: "银行卡被拒绝。"),
        "The card was declined: insufficient funds.":
            Row(
                french: "La carte a été refusée : provision insuffisante.",
                spanish: "La tarjeta fue rechazada: fondos insuficientes.",
                chinese: "银行卡被拒绝：余额不足。"),
        "The card was declined: it has expired.":
            Row(
                french: "La carte a été refusée : elle a expiré.",
                spanish: "La tarjeta fue rechazada: ha caducado.",
                chinese: "银行卡被拒绝：已过期。"),
        "Only Visa and Mastercard are accepted.":
            Row(
                french: "Seules Visa et Mastercard sont acceptées.",
                spanish: "Solo se aceptan Visa y Mastercard.",
                chinese: "仅接受Visa和Mastercard。"),
        "The bank requires you to confirm the payment. Subscribe again to pay on the payment page.":
            Row(
                french:
                    """
                    La banque vous demande de confirmer le paiement. Abonnez-vous à nouveau pour payer sur la page de \
                    paiement.
                    """,
                spanish: "El banco le pide que confirme el pago. Suscríbase de nuevo para pagar en la página de pago.",
                chinese: "银行要求您确认付款。请重新订阅，在付款页面支付。"),
        "This seat does not exist.":
            Row(
                french: "Cette place n’existe pas.",
                spanish: "Esta plaza no existe.",
                chinese: "该席位不存在。"),
        "The invitation has been used or withdrawn.":
            Row(
                french: "L’invitation a été utilisée ou retirée.",
                spanish: "La invitación se ha usado o retirado.",
                chinese: "邀请已被使用或撤回。"),
        "The subscription has ended.":
            Row(
                french: "L’abonnement a pris fin.",
                spanish: "La suscripción ha terminado.",
                chinese: "订阅已结束。"),
        "You already have a seat of this subscription.":
            Row(
                french: "Vous avez déjà une place de cet abonnement.",
                spanish: "Ya tiene una plaza de esta suscripción.",
                chinese: "您已拥有此订阅的席位。"),
        "All seats are taken.":
            Row(
                french: "Toutes les places sont occupées.",
                spanish: "Todas las plazas están ocupadas.",
                chinese: "席位已满。"),
        "The photo no longer exists. Send it again, or enter the meal by hand.":
            Row(
                french: "La photo n’existe plus. Envoyez-la à nouveau, ou saisissez le repas à la main.",
                spanish: "La foto ya no existe. Envíela de nuevo o introduzca la comida a mano.",
                chinese: "照片已不存在。请重新发送，或手动输入这一餐。"),
        "The photo could not be decoded. Send another one, or enter the meal by hand.":
            Row(
                french: "La photo n’a pas pu être décodée. Envoyez-en une autre, ou saisissez le repas à la main.",
                spanish: "No se pudo decodificar la foto. Envíe otra o introduzca la comida a mano.",
                chinese: "无法解码照片。请另发一张，或手动输入这一餐。"),
        "No food was found in the photo.":
            Row(
                french: "Aucun aliment n’a été trouvé sur la photo.",
                spanish: "No se encontró ningún alimento en la foto.",
                chinese: "照片中未发现食物。"),
        "Find more light.":
            Row(
                french: "Trouvez plus de lumière.",
                spanish: "Busque más luz.",
                chinese: "请到更亮的地方。"),
        "Hold still and let the camera focus.":
            Row(
                french: "Ne bougez pas et laissez l’appareil faire la mise au point.",
                spanish: "No se mueva y deje que la cámara enfoque.",
                chinese: "请保持不动，让相机对焦。"),
        "Go nearer.":
            Row(
                french: "Rapprochez-vous.",
                spanish: "Acérquese.",
                chinese: "请靠近一些。"),
        "Show all of the food, from above or from the side.":
            Row(
                french: "Montrez tout l’aliment, de dessus ou de côté.",
                spanish: "Muestre todo el alimento, desde arriba o de lado.",
                chinese: "请从上方或侧面拍下全部食物。"),
        "Or enter the meal by hand.":
            Row(
                french: "Ou saisissez le repas à la main.",
                spanish: "O introduzca la comida a mano.",
                chinese: "或者手动输入这一餐。"),
        "It is kept for inspection; its result may still arrive.":
            Row(
                french: "Elle est conservée pour examen ; son résultat peut encore arriver.",
                spanish: "Se conserva para su revisión; el resultado aún puede llegar.",
                chinese: "请求已保留待检查；结果仍可能送达。"),
        "Send the photo again, or type the list of ingredients.":
            Row(
                french: "Envoyez la photo à nouveau, ou saisissez la liste des ingrédients.",
                spanish: "Envíe la foto de nuevo o escriba la lista de ingredientes.",
                chinese: "请重新发送照片，或输入配料表。"),
        "The operation timed out. Send the request again.":
            Row(
                french: "Le délai de l’opération est dépassé. Envoyez la requête à nouveau.",
                spanish: "Se agotó el tiempo de la operación. Envíe la solicitud de nuevo.",
                chinese: "操作超时。请重新发送请求。"),
        "Push messages are not configured on this server.":
            Row(
                french: "Les messages push ne sont pas configurés sur ce serveur.",
                spanish: "Los mensajes push no están configurados en este servidor.",
                chinese: "此服务器未配置推送消息。"),
        "The identity provider did not confirm your identity. Start again.":
            Row(
                french: "Le fournisseur d’identité n’a pas confirmé votre identité. Recommencez.",
                spanish: "El proveedor de identidad no confirmó su identidad. Empiece de nuevo.",
                chinese: "身份提供方未能确认您的身份。请重新开始。"),
        "The identity provider does not respond.":
            Row(
                french: "Le fournisseur d’identité ne répond pas.",
                spanish: "El proveedor de identidad no responde.",
                chinese: "身份提供方没有响应。"),
        "The identity provider must supply a verified e-mail address.":
            Row(
                french: "Le fournisseur d’identité doit fournir une adresse e-mail vérifiée.",
                spanish: "El proveedor de identidad debe dar una dirección de correo verificada.",
                chinese: "身份提供方必须提供已验证的邮箱地址。"),
        "This identity is already linked to an account, or you already have one from this issuer.":
            Row(
                french: "Cette identité est déjà liée à un compte, ou vous en avez déjà une de ce fournisseur.",
                spanish: "Esta identidad ya está vinculada a una cuenta, o ya tiene una de este proveedor.",
                chinese: "此身份已关联到某个账户，或您已有该提供方的身份。"),
        "Remove the second factor first, or add another passkey.":
            Row(
                french: "Retirez d’abord le second facteur, ou ajoutez une autre clé d’accès.",
                spanish: "Quite primero el segundo factor o añada otra llave de acceso.",
                chinese: "请先移除第二重验证，或添加另一个通行密钥。"),
        "This requires a password, a passkey and a verified e-mail address.":
            Row(
                french: "Il faut un mot de passe, une clé d’accès et une adresse e-mail vérifiée.",
                spanish: "Se necesita una contraseña, una llave de acceso y un correo verificado.",
                chinese: "此操作需要密码、通行密钥和已验证的邮箱地址。"),
        "This passkey is already registered.":
            Row(
                french: "Cette clé d’accès est déjà enregistrée.",
                spanish: "Esta llave de acceso ya está registrada.",
                chinese: "此通行密钥已注册。"),
        "Add a passkey first.":
            Row(
                french: "Ajoutez d’abord une clé d’accès.",
                spanish: "Añada primero una llave de acceso.",
                chinese: "请先添加通行密钥。"),
        "No second factor is waiting to be confirmed.":
            Row(
                french: "Aucun second facteur n’attend de confirmation.",
                spanish: "Ningún segundo factor espera confirmación.",
                chinese: "没有等待确认的第二重验证。"),
        "Your plan does not include seats.":
            Row(
                french: "Votre formule ne comprend pas de places.",
                spanish: "Su plan no incluye plazas.",
                chinese: "您的方案不包括席位。"),
        "Too many food searches are running. Try again shortly.":
            Row(
                french: "Trop de recherches d’aliments sont en cours. Réessayez dans un instant.",
                spanish: "Hay demasiadas búsquedas de alimentos en curso. Inténtelo de nuevo en breve.",
                chinese: "正在进行的食物搜索过多。请稍后再试。"),
        "The item is not deleted, so it cannot be restored.":
            Row(
                french: "L’élément n’est pas supprimé et ne peut donc pas être restauré.",
                spanish: "El elemento no está eliminado, así que no se puede restaurar.",
                chinese: "该项目未被删除，因此无法恢复。"),
        "You can dislike at most # foods. Remove one first.":
            Row(
                french: "Vous pouvez exclure au plus # aliments. Retirez-en d’abord un.",
                spanish: "Puede excluir como máximo # alimentos. Quite uno primero.",
                chinese: "您最多可以排除#种食物。请先移除一种。"),
        "The photo has not been analyzed yet, or no food was found in it.":
            Row(
                french: "La photo n’est pas encore analysée, ou aucun aliment n’y a été trouvé.",
                spanish: "La foto aún no se ha analizado o no se encontró ningún alimento en ella.",
                chinese: "照片尚未分析，或其中未发现食物。"),
        "The meal is not deleted.":
            Row(
                french: "Le repas n’est pas supprimé.",
                spanish: "La comida no está eliminada.",
                chinese: "该餐未被删除。"),
        "The account is not scheduled for erasure, or it is too late to cancel.":
            Row(
                french: "La suppression du compte n’est pas prévue, ou il est trop tard pour l’annuler.",
                spanish: "La eliminación de la cuenta no está prevista o es demasiado tarde para cancelarla.",
                chinese: "该账户没有待执行的删除，或已来不及取消。"),
        "Sign in again to download it: it was requested from another session.":
            Row(
                french: "Reconnectez-vous pour la télécharger : elle a été demandée dans une autre session.",
                spanish: "Vuelva a iniciar sesión para descargarla: se pidió en otra sesión.",
                chinese: "请重新登录后下载：该导出是在另一会话中申请的。"),
        "Some services have not delivered their data yet.":
            Row(
                french: "Certains services n’ont pas encore fourni leurs données.",
                spanish: "Algunos servicios aún no han entregado sus datos.",
                chinese: "部分服务尚未提供数据。"),
        "The photo is already confirmed.":
            Row(
                french: "La photo est déjà confirmée.",
                spanish: "La foto ya está confirmada.",
                chinese: "照片已确认。"),
        "The receipt is not read yet.":
            Row(
                french: "Le ticket n’est pas encore lu.",
                spanish: "El recibo aún no se ha leído.",
                chinese: "小票尚未读取。"),
    ]
}
