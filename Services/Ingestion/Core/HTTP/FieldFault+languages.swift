import ServiceRuntime

extension FieldFault {
    /// The fault with its detail in a language, worded by its code and the figures of the rule.
    package func worded(in language: ContentLanguage) -> FieldFault {
        guard language != .en else { return self }
        var filled: [String: String] = ["detail": detail]
        for (name, value) in values { filled[name] = value.text(in: language) }
        for row in Self.rows[code] ?? [] {
            let text = filled.reduce(row.text(in: language)) { $0.replacing("{\($1.key)}", with: $1.value) }
            if !row.names.contains(where: { filled[$0] == nil }) { return FieldFault(code, text, values) }
        }
        return self
    }

    /// A sentence in the languages other than English; `{name}` stands for a figure of the rule or for the English
    /// detail.
    private struct Row {
        let french, spanish, chinese: String

        init(_ french: String, _ spanish: String, _ chinese: String) {
            self.french = french
            self.spanish = spanish
            self.chinese = chinese
        }

        /// The names of the placeholders in the sentence.
        var names: [String] { french.matches(of: /\{([a-z]+)\}/).map { String($0.output.1) } }

        func text(in language: ContentLanguage) -> String {
            switch language {
            case .en, .fr: french
            case .es: spanish
            case .zh: chinese
            }
        }
    }

    /// The sentences by code, the most specific first.
    private static let rows: [FieldCode: [Row]] = [
        .required: [Row("est obligatoire", "es obligatorio", "为必填项")],
        .blank: [Row("ne doit pas être vide", "no debe estar vacío", "不能为空")],
        .oneRequired: [
            Row(
                "au moins un de ces champs est nécessaire : {fields}",
                "se necesita al menos uno de estos campos: {fields}",
                "至少需要以下一项：{fields}"),
            Row(
                "au moins un des champs possibles est nécessaire",
                "se necesita al menos uno de los campos posibles",
                "至少需要其中一项"),
        ],
        .notTogether: [
            Row(
                "est incompatible avec un autre champ : {fields}",
                "no se puede combinar con otro campo: {fields}",
                "不能与其他字段同时使用：{fields}"),
            Row("est incompatible avec un autre champ", "no se puede combinar con otro campo", "不能与其他字段同时使用"),
        ],
        .wrongType: [
            Row(
                "n’est pas du type JSON attendu : {type}",
                "no es del tipo JSON esperado: {type}",
                "JSON 类型不符，应为：{type}"),
            Row("n’est pas du type JSON attendu", "no es del tipo JSON esperado", "JSON 类型不符"),
        ],
        .notANumber: [Row("doit être un nombre", "debe ser un número", "必须是数字")],
        .notAWholeNumber: [Row("doit être un nombre entier", "debe ser un número entero", "必须是整数")],
        .notAChoice: [
            Row(
                "doit être une de ces valeurs : {choices}",
                "debe ser uno de estos valores: {choices}",
                "必须是以下之一：{choices}"),
            Row("n’est pas une valeur possible", "no es un valor posible", "不是可选的值"),
        ],
        .unknownField: [Row("n’est pas un champ connu ici", "no es un campo conocido aquí", "此处没有这个字段")],
        .notAnAddress: [Row("n’est pas une adresse e-mail", "no es una dirección de correo", "不是有效的电子邮箱")],
        .notAURL: [
            Row(
                "doit être une adresse qui commence par https://",
                "debe ser una dirección que empiece por https://",
                "必须是以 https:// 开头的地址")
        ],
        .notADay: [
            Row(
                "doit être un jour de la forme AAAA-MM-JJ",
                "debe ser un día con la forma AAAA-MM-DD",
                "必须是 YYYY-MM-DD 形式的日期")
        ],
        .notATime: [
            Row(
                "doit être un moment tel que 2026-11-23T08:00:00Z",
                "debe ser un momento como 2026-11-23T08:00:00Z",
                "必须是 2026-11-23T08:00:00Z 形式的时间")
        ],
        .notABarcode: [
            Row(
                "n’est pas un numéro de code-barres avec sa clé",
                "no es un número de código de barras con su dígito de control",
                "不是带校验位的条形码")
        ],
        .notAnID: [Row("n’est pas un identifiant", "no es un identificador", "不是有效的标识符")],
        .notACurrency: [
            Row(
                "doit être un code ISO 4217 en majuscules, tel que CAD",
                "debe ser un código ISO 4217 en mayúsculas, como CAD",
                "必须是大写的 ISO 4217 代码，例如 CAD")
        ],
        .notAnAmount: [
            Row(
                "doit être un montant décimal tel que 12.34",
                "debe ser un importe decimal como 12.34",
                "必须是金额，例如 12.34")
        ],
        .notARegion: [Row("n’est pas une région connue", "no es una región conocida", "不是已知的地区")],
        .notALanguage: [
            Row("n’est pas un code de langue tel que fr-CA", "no es un código de idioma como fr-CA", "不是语言代码，例如 fr-CA")
        ],
        .notATimeZone: [
            Row(
                "n’est pas un fuseau horaire tel que America/Toronto",
                "no es una zona horaria como America/Toronto",
                "不是时区，例如 America/Toronto")
        ],
        .malformed: [
            Row("n’a pas la forme attendue ({detail})", "no tiene la forma esperada ({detail})", "格式不正确（{detail}）")
        ],
        .tooShort: [
            Row("doit compter au moins {min} caractères", "debe tener al menos {min} caracteres", "至少需要 {min} 个字符"),
            Row("est trop court", "es demasiado corto", "过短"),
        ],
        .tooLong: [
            Row("doit compter au plus {max} caractères", "debe tener como máximo {max} caracteres", "最多 {max} 个字符"),
            Row("est trop long", "es demasiado largo", "过长"),
        ],
        .tooFew: [
            Row("doit avoir au moins {min} entrées", "debe tener al menos {min} entradas", "至少需要 {min} 项"),
            Row("a trop peu d’entrées", "tiene muy pocas entradas", "项数过少"),
        ],
        .tooMany: [
            Row("doit avoir au plus {max} entrées", "debe tener como máximo {max} entradas", "最多 {max} 项"),
            Row("a trop d’entrées", "tiene demasiadas entradas", "项数过多"),
        ],
        .outOfRange: [
            Row("doit être compris entre {min} et {max}", "debe estar entre {min} y {max}", "必须在 {min} 到 {max} 之间"),
            Row(
                "n’est pas dans l’intervalle possible ({detail})",
                "no está en el intervalo posible ({detail})",
                "超出范围（{detail}）"),
        ],
        .tooEarly: [Row("est trop ancien", "es demasiado antiguo", "时间过早")],
        .tooLate: [
            Row(
                "la personne doit avoir au moins {years} ans",
                "la persona debe tener al menos {years} años",
                "年龄不能低于 {years} 岁"),
            Row("est trop tardif", "es demasiado tarde", "时间过晚"),
        ],
        .inFuture: [Row("est dans le futur", "está en el futuro", "在未来")],
        .wrongSum: [
            Row("le total doit être {sum}", "el total debe ser {sum}", "合计必须为 {sum}"),
            Row("le total n’est pas juste", "el total no es correcto", "合计不正确"),
        ],
        .wrongOrder: [Row("n’est pas dans le bon ordre", "no está en el orden correcto", "顺序不正确")],
        .duplicate: [Row("figure déjà", "está repetido", "重复")],
        .mismatch: [Row("ne correspond pas au reste", "no encaja con el resto", "与其余内容不符")],
        .implausible: [Row("ne peut pas être juste", "no puede ser correcto", "数值不合理")],
        .belowSafeLimit: [
            Row(
                "est sous la limite sûre : parlez-en d’abord à un médecin",
                "está por debajo del límite seguro: hable primero con un médico",
                "低于安全限度：请先咨询医生")
        ],
        .notAllowed: [Row("n’est pas permis ici ({detail})", "no está permitido aquí ({detail})", "此处不允许（{detail}）")],
        .unknown: [Row("n’existe pas", "no existe", "不存在")],
        .taken: [Row("est déjà pris", "ya está en uso", "已被占用")],
        .outdated: [Row("a changé entre-temps", "ha cambiado entretanto", "内容已更新")],
        .incorrect: [Row("est incorrect", "no es correcto", "不正确")],
        .expiredCode: [Row("est un code incorrect ou expiré", "es un código incorrecto o caducado", "验证码不正确或已过期")],
        .common: [Row("est facile à deviner", "es fácil de adivinar", "容易被猜到")],
        .likeAddress: [Row("ressemble à l’adresse e-mail", "se parece a la dirección de correo", "与电子邮箱相似")],
        .cardNumber: [
            Row("ressemble à un numéro de carte de paiement", "parece un número de tarjeta de pago", "看起来像支付卡号")
        ],
        .unsupportedFormat: [Row("n’est pas dans un format accepté", "no está en un formato admitido", "格式不受支持")],
        .tooLarge: [
            Row("est trop grand ({max} octets au plus)", "es demasiado grande (máximo {max} bytes)", "过大（最多 {max} 字节）"),
            Row("est trop grand", "es demasiado grande", "过大"),
        ],
        .unreadable: [Row("est illisible", "no se puede leer", "无法读取")],
        .invalid: [Row("n’est pas valide ({detail})", "no es válido ({detail})", "无效（{detail}）")],
    ]
}

extension FieldFault.Value {
    /// The figure as text for a sentence in a language.
    fileprivate func text(in language: ContentLanguage) -> String {
        switch self {
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .text(let value): value
        case .texts(let values): values.joined(separator: language == .zh ? "、" : ", ")
        }
    }
}
