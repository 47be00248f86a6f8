import EventContracts
import Foundation
import IngestionCore
import Postgres

/// A house promotion (BIL-14): text about Pro, without images, external links or tracking.
struct Promotion: Sendable, Equatable {
    /// Permanent id.
    let id: String
    /// The texts by language; a built-in promotion has all languages.
    let words: [ContentLanguage: Words]

    /// The displayed text.
    struct Words: Codable, Sendable, Equatable {
        let title: String
        let body: String
    }

    init(id: String, words: [ContentLanguage: Words]) {
        self.id = id
        self.words = words
    }

    /// The built-in promotions, shown where there is no campaign, in order of display.
    static let all = [
        Promotion(
            "history",
            en: ("Every day, not only today", "Pro shows all your past days and compares your weeks."),
            fr: (
                "Chaque jour, pas seulement aujourd’hui",
                "Pro montre tous les jours que vous avez saisis et compare les semaines."
            ),
            es: ("Cada día, no solo hoy", "Pro muestra todos los días que ha anotado y compara las semanas."),
            zh: ("每一天，而不只是今天", "专业版显示您记录的每一天，并比较各周。")),
        Promotion(
            "reports",
            en: ("Full reports", "Pro shows macronutrients, nutrients and percentages, and saves reports as files."),
            fr: (
                "Des rapports complets",
                "Pro affiche macronutriments, nutriments et pourcentages, et enregistre les rapports en fichiers."
            ),
            es: (
                "Informes completos",
                "Pro muestra macronutrientes, nutrientes y porcentajes, y guarda los informes como archivos."
            ),
            zh: ("完整的报告", "专业版提供宏量营养素、营养素和百分比，并可将报告保存为文件。")),
        Promotion(
            "photos",
            en: (
                "As many photos as you like",
                "Pro analyzes photos of meals and receipts without a daily limit, and faster."
            ),
            fr: (
                "Autant de photos que vous voulez",
                "Pro analyse les photos de repas et de tickets sans limite quotidienne, et plus vite."
            ),
            es: (
                "Tantas fotos como quiera", "Pro analiza fotos de comidas y recibos sin límite diario y más rápido."
            ),
            zh: ("照片数量不限", "专业版分析餐食和小票照片没有每日限制，而且更快。")),
    ]

    private init(
        _ id: String, en: (String, String), fr: (String, String), es: (String, String), zh: (String, String)
    ) {
        self.id = id
        words = [.en: en, .fr: fr, .es: es, .zh: zh].mapValues { Words(title: $0.0, body: $0.1) }
    }
}
