import EventContracts
import Foundation
import IngestionCore
import Postgres

/// An own promotion (BIL-14): text about Pro, without images, external links or tracking.
struct Promotion: Sendable, Equatable {
    /// Permanent id.
    let id: String
    /// By language; a built-in one has all.
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

    /// The built-in ones, shown where no campaign is, in order of display.
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

/// The table `promotions`.
enum PromotionRepository {
    /// How long a shown promotion is repeated for the same account, in seconds, so that it does not flicker.
    static let showing: TimeInterval = 3_600
    /// Time after which a dismissed promotion may be shown again, in seconds.
    static let rest: TimeInterval = 90 * 86_400

    /// A shown promotion.
    struct Shown: Sendable {
        let id: String
        let shownAt: Date
        let dismissedAt: Date?
        /// How often it was shown on the current day.
        let timesToday: Int
    }

    /// An account's shown promotions, latest first.
    static func shown(
        to account: AccountID, at now: Date, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [Shown] {
        try await database.query(
            """
            SELECT promotion, shown_at, dismissed_at,
                CASE day WHEN (\(now)::timestamptz AT TIME ZONE 'UTC')::date THEN times ELSE 0 END::bigint
            FROM promotions WHERE account_id = \(account.uuid)
            ORDER BY shown_at DESC
            """
        ).map { row in
            let (id, shown, dismissed, times) = try row.decode(String.self, Date.self, Date?.self, Int64.self)
            return Shown(id: id, shownAt: shown, dismissedAt: dismissed, timesToday: Int(times))
        }
    }

    /// Number of an account's commands since a time.
    static func actions(
        of account: AccountID, since: Date, atMost most: Int, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.query(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM operations WHERE account_id = \(account.uuid) AND created_at > \(since) LIMIT \(most)
            ) AS given
            """
        ).first?.decode(Int.self) ?? 0
    }

    /// Records that a promotion is shown.
    static func show(_ id: String, to account: AccountID, at now: Date, in transaction: borrowing Transaction)
        async throws
    {
        try await transaction.execute(
            """
            INSERT INTO promotions AS known (account_id, promotion, shown_at, day, times)
            VALUES (\(account.uuid), \(id), \(now), (\(now)::timestamptz AT TIME ZONE 'UTC')::date, 1)
            ON CONFLICT (account_id, promotion) DO UPDATE
            SET shown_at = excluded.shown_at, dismissed_at = NULL, clicked_at = NULL, day = excluded.day,
                times = CASE known.day WHEN excluded.day THEN known.times + 1 ELSE 1 END
            """)
    }

    /// What a person did with a promotion.
    enum Reaction: String {
        case dismissed = "dismissed_at"
        case clicked = "clicked_at"
    }

    /// Records what a person did with a promotion.
    ///
    /// - Returns: Whether this is the first time since it was shown; nil if it was never shown.
    static func note(
        _ reaction: Reaction, to id: String, by account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool? {
        let before = try await transaction.query(
            """
            SELECT \(raw: reaction.rawValue) IS NULL FROM promotions
            WHERE account_id = \(account.uuid) AND promotion = \(id) FOR UPDATE
            """
        ).first
        guard let before else { return nil }
        let isFirst = try before.decode(Bool.self)
        guard isFirst else { return false }
        try await transaction.execute(
            """
            UPDATE promotions SET \(raw: reaction.rawValue) = \(now)
            WHERE account_id = \(account.uuid) AND promotion = \(id)
            """)
        return true
    }
}
