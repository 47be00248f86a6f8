import EventContracts
import Foundation
import IngestionCore

/// What is in an export, in the person's language.
struct ExportReadme {
    private let language: ContentLanguage

    /// In the language of a locale, else in English.
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
        case .en:
            Words(
                title: "Everything that Food Magic keeps of you", asked: "You asked for it at ",
                files: [
                    "records/   your meals, scans, receipts and everything else as you see it; JSON for programs, CSV for",
                    "           spreadsheets",
                    "account/   your account, sign-ins, consents, grants, settings, and who looked at what",
                    "photos/    the photos that are still kept",
                    "depths/    how far away everything on them is, as your phone sent it: numbers, row by row",
                    "services/  what each of our services keeps, row by row, as it was when you asked; JSON, one row a line",
                    "",
                    "Passwords, codes and keys are not in it. Keep this file safe: whoever has it reads all of this.",
                ],
                complete: "Every service has answered.", missing: "These services have not answered: ",
                made: "This file was made at ")
        case .fr:
            Words(
                title: "Tout ce que Food Magic conserve à votre sujet", asked: "Vous l'avez demandé le ",
                files: [
                    "records/   vos repas, analyses, reçus et tout le reste tels que vous les voyez ; JSON pour les",
                    "           programmes, CSV pour les tableurs",
                    "account/   votre compte, connexions, consentements, autorisations, réglages, et qui a regardé quoi",
                    "photos/    les photos qui sont encore conservées",
                    "depths/    à quelle distance tout s'y trouve, tel que votre téléphone l'a envoyé : nombres, par rangées",
                    "services/  ce que chacun de nos services conserve, ligne par ligne, au moment de votre demande ; JSON",
                    "",
                    "Les mots de passe, codes et clés n'y sont pas. Gardez ce fichier en sûreté : qui l'a lit tout cela.",
                ],
                complete: "Tous les services ont répondu.", missing: "Ces services n'ont pas répondu : ",
                made: "Ce fichier a été fait le ")
        case .es:
            Words(
                title: "Todo lo que Food Magic guarda sobre usted", asked: "Lo pidió el ",
                files: [
                    "records/   sus comidas, análisis, recibos y todo lo demás tal como lo ve; JSON para programas, CSV para",
                    "           hojas de cálculo",
                    "account/   su cuenta, inicios de sesión, consentimientos, permisos, ajustes y quién miró qué",
                    "photos/    las fotos que aún se guardan",
                    "depths/    a qué distancia está todo en ellas, como lo envió su teléfono: números, fila por fila",
                    "services/  lo que guarda cada uno de nuestros servicios, fila por fila, como era al pedirlo; JSON",
                    "",
                    "No contiene contraseñas, códigos ni claves. Guarde bien este archivo: quien lo tenga lee todo esto.",
                ],
                complete: "Todos los servicios han respondido.", missing: "Estos servicios no han respondido: ",
                made: "Este archivo se hizo el ")
        case .zh:
            Words(
                title: "Food Magic 保存的关于您的全部内容", asked: "您提出请求的时间：",
                files: [
                    "records/   您的餐食、扫描、收据等记录，与您看到的一致；JSON 供程序使用，CSV 供电子表格使用",
                    "account/   您的账户、登录、同意、授权、设置，以及谁查看了什么",
                    "photos/    仍保存的照片",
                    "depths/    照片上各处的距离，与您手机发送的一致：逐行的数值",
                    "services/  我们每个服务在您提出请求时保存的内容，逐行列出；JSON，每行一条",
                    "",
                    "其中不含密码、验证码和密钥。请妥善保管此文件：得到它的人可以读到这一切。",
                ],
                complete: "所有服务均已答复。", missing: "以下服务没有答复：", made: "此文件生成于 ")
        }
    }
}
