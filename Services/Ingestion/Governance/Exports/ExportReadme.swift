import EventContracts
import Foundation
import IngestionCore

/// The readme of an export, in the person's language.
struct ExportReadme {
    private let language: ContentLanguage

    /// The readme in the language of a locale, or in English.
    init(locale: String) {
        language = ContentLanguage.accepted(by: [locale]).first ?? .en
    }

    /// The text of `README.txt`.
    func text(of export: Export, at now: Date) -> String {
        let words = Self.words(in: language)
        var lines = [words.title, "", words.asked + EventTime.format(export.requestedAt), ""]
        lines += words.files + [""]
        if export.missing.isEmpty {
            lines.append(words.complete)
        } else {
            lines.append(words.missing + export.missing.joined(separator: ", "))
        }
        lines += ["", words.made + EventTime.format(now), ""]
        return lines.joined(separator: "\r\n")
    }

    private struct Words {
        let title: String
        let asked: String
        let files: [String]
        let complete: String
        let missing: String
        let made: String
    }

    private static func words(in language: ContentLanguage) -> Words {
        switch language {
        case .en: english
        case .fr: french
        case .es: spanish
        case .zh: chinese
        }
    }

    private static let english = Words(
        title: "Your Food Magic data", asked: "Requested at ",
        files: [
            "records/   your meals, scans, receipts and everything else as you see it; JSON for programs, CSV for",
            "           spreadsheets",
            "account/   your account, sign-ins, consents, grants, settings, and who accessed what",
            "photos/    the photos that are still stored",
            "depths/    the depth maps your phone sent with the photos: distances as numbers, row by row",
            "services/  the records each of our services stored when you asked; JSON, one record per line",
            "",
            "Passwords, codes and keys are not included. Protect this file: anyone who has it can read your data.",
        ],
        complete: "Every service has answered.", missing: "These services have not answered: ",
        made: "This file was created at ")

    private static let french = Words(
        title: "Vos données Food Magic", asked: "Demandé le ",
        files: [
            "records/   vos repas, scans, tickets et tout le reste tels que vous les voyez ; JSON pour les",
            "           programmes, CSV pour les tableurs",
            "account/   votre compte, connexions, consentements, autorisations, réglages, et qui a consulté quoi",
            "photos/    les photos qui sont encore conservées",
            "depths/    les cartes de profondeur envoyées par votre téléphone : distances en nombres, ligne par ligne",
            "services/  les données de chacun de nos services au moment de votre demande ; JSON, une par ligne",
            "",
            "Les mots de passe, codes et clés n’y figurent pas. Protégez ce fichier : qui l’obtient peut tout lire.",
        ],
        complete: "Tous les services ont répondu.", missing: "Ces services n’ont pas répondu : ",
        made: "Ce fichier a été créé le ")

    private static let spanish = Words(
        title: "Sus datos de Food Magic", asked: "Solicitado el ",
        files: [
            "records/   sus comidas, escaneos, recibos y todo lo demás tal como lo ve; JSON para programas, CSV para",
            "           hojas de cálculo",
            "account/   su cuenta, inicios de sesión, consentimientos, permisos, ajustes y quién consultó qué",
            "photos/    las fotos que aún se guardan",
            "depths/    los mapas de profundidad que envió su teléfono: distancias en números, fila por fila",
            "services/  los datos de cada uno de nuestros servicios al solicitarlos; JSON, uno por línea",
            "",
            "No contiene contraseñas, códigos ni claves. Proteja este archivo: quien lo tenga puede leerlo todo.",
        ],
        complete: "Todos los servicios han respondido.", missing: "Estos servicios no han respondido: ",
        made: "Este archivo se creó el ")

    private static let chinese = Words(
        title: "您的 Food Magic 数据", asked: "请求时间：",
        files: [
            "records/   您的餐食、扫描、小票等记录，与您看到的一致；JSON 供程序使用，CSV 供电子表格使用",
            "account/   您的账户、登录、同意、授权、设置，以及谁查看了什么",
            "photos/    仍保存的照片",
            "depths/    您手机发送的深度图：照片上各处的距离，逐行的数值",
            "services/  我们每个服务在您提出请求时保存的内容，逐行列出；JSON，每行一条",
            "",
            "其中不含密码、验证码和密钥。请妥善保管此文件：任何得到它的人都能读取您的数据。",
        ],
        complete: "所有服务均已答复。", missing: "以下服务没有答复：", made: "此文件生成于 ")
}
