import EventContracts
import FoodCatalogue
import Foundation
import Messaging
import Postgres
import Quantities

/// Known days and goals of accounts, and when notices are due.
enum DayRepository {
    /// The scheduled notices of a person, and those already sent.
    struct Plan: Sendable {
        let account: AccountID
        var closesAt: Date?
        var closedDay: CalendarDay?
        var remindsAt: Date?
        var remindedDay: CalendarDay?
        /// The last day with a notice about a habit.
        var habitDay: CalendarDay?
        /// Number of reminders sent before the person made an entry.
        var invitations = 0

        /// Whether the person has never made an entry.
        var isUnused: Bool { closesAt == nil && closedDay == nil }
    }

    /// Stores the state of a day, unless a newer version is stored.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - version: Its version.
    ///   - account: Its account.
    ///   - transaction: The event's transaction.
    /// - Returns: Whether it was stored.
    /// - Throws: A `PostgresError`.
    static func save(
        _ day: EatenDay, version: Int64, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO eaten_days (
                account_id, day, version, meals, slots, items, energy, energy_items, begun_at)
            VALUES (
                \(account.uuid), \(day.day.description)::text::date, \(version), \(Int32(clamping: day.meals)),
                \(Int32(clamping: day.slots)), \(Int32(clamping: day.items)), \(day.energy),
                \(Int32(clamping: day.energyItems)), \(day.begunAt))
            ON CONFLICT (account_id, day) DO UPDATE SET
                version = EXCLUDED.version, meals = EXCLUDED.meals, slots = EXCLUDED.slots, items = EXCLUDED.items,
                energy = EXCLUDED.energy, energy_items = EXCLUDED.energy_items
            WHERE eaten_days.version < EXCLUDED.version
            """) == 1
    }

    /// Stores goals, and deletes those that are no longer needed.
    static func save(_ goals: KnownGoals, of account: AccountID, in transaction: borrowing Transaction) throws {
        let limits = Dictionary(uniqueKeysWithValues: goals.limits.map { ($0.key.rawValue, $0.value) })
        let from = goals.from?.description
        try transaction.executeLater(
            """
            INSERT INTO goals (account_id, version, from_day, energy, floor, hides_numbers, limits)
            VALUES (
                \(account.uuid), \(goals.version), \(from)::text::date, \(goals.energy), \(goals.floor),
                \(goals.hidesNumbers), \(try PostgresJSON(limits)))
            ON CONFLICT (account_id, version) DO NOTHING
            """)
        try transaction.executeLater(
            """
            DELETE FROM goals
            WHERE account_id = \(account.uuid) AND version < \(goals.version)
                AND COALESCE(from_day, '-infinity') >= COALESCE(\(from)::text::date, '-infinity')
            """)
    }

    /// The data of several people's last weeks.
    static func find(
        of accounts: some Sequence<AccountID>, since day: CalendarDay, in transaction: borrowing Transaction
    ) async throws -> [AccountID: PersonalDays] {
        let ids = Array(Set(accounts.map(\.uuid)))
        let days = try await transaction.query(
            """
            SELECT account_id, day::text, meals, slots, items, energy, energy_items, begun_at FROM eaten_days
            WHERE account_id = ANY (\(ids)) AND day >= \(day.description)::text::date
            """)
        let goals = try await transaction.query(
            """
            SELECT account_id, version, from_day::text, energy, floor, hides_numbers, limits FROM goals
            WHERE account_id = ANY (\(ids))
            """)
        var found: [AccountID: PersonalDays] = [:]
        for row in days {
            let (account, day, meals, slots, items, energy, energyItems, begunAt) = try row.decode(
                UUID.self, String.self, Int32.self, Int32.self, Int32.self, Int64.self, Int32.self, Date?.self)
            guard let day = CalendarDay(day) else { continue }
            found[AccountID(account), default: .init()].days.append(
                EatenDay(
                    day: day, meals: Int(meals), slots: Int(slots), items: Int(items), energy: energy,
                    energyItems: Int(energyItems), begunAt: begunAt))
        }
        for row in goals {
            let (account, version, from, energy, floor, hidesNumbers, limits) = try row.decode(
                UUID.self, Int64.self, String?.self, Double?.self, Double?.self, Bool.self, PostgresJSON.self)
            let codes = try limits.value(as: [String: Double].self)
            found[AccountID(account), default: .init()].goals.append(
                KnownGoals(
                    version: version, from: from.flatMap { CalendarDay($0) }, energy: energy, floor: floor,
                    hidesNumbers: hidesNumbers,
                    limits: Dictionary(
                        uniqueKeysWithValues: codes.compactMap { code, limit in
                            Nutrient(rawValue: code).map { ($0, limit) }
                        })))
        }
        return found
    }

    /// Schedules notices for an account with a first entry; existing plans stay.
    static func begin(
        _ account: AccountID, closesAt: Date, remindsAt: Date, in transaction: borrowing Transaction
    ) throws {
        try transaction.executeLater(
            """
            INSERT INTO day_plans (account_id, closes_at, reminds_at)
            VALUES (\(account.uuid), \(closesAt), \(remindsAt))
            ON CONFLICT (account_id) DO UPDATE SET
                closes_at = EXCLUDED.closes_at, reminds_at = EXCLUDED.reminds_at
            WHERE day_plans.closes_at IS NULL
            """)
    }

    /// Schedules reminders for an account without entries; existing plans stay.
    static func invite(_ account: AccountID, remindsAt: Date, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            """
            INSERT INTO day_plans (account_id, reminds_at) VALUES (\(account.uuid), \(remindsAt))
            ON CONFLICT (account_id) DO NOTHING
            """)
    }

    /// The schedule of an account; locked until the transaction ends.
    static func plan(of account: AccountID, in transaction: borrowing Transaction) async throws -> Plan? {
        try await transaction.query(
            "SELECT \(raw: Self.planColumns) FROM day_plans WHERE account_id = \(account.uuid) FOR UPDATE"
        ).first.map(Self.plan)
    }

    /// Accounts with due notices or reminders; locked until the transaction ends, skipping locked ones.
    static func due(at now: Date, limit: Int, in transaction: borrowing Transaction) async throws -> [Plan] {
        try await transaction.query(
            """
            SELECT \(raw: Self.planColumns) FROM day_plans WHERE LEAST(closes_at, reminds_at) <= \(now)
            ORDER BY LEAST(closes_at, reminds_at) LIMIT \(limit) FOR UPDATE SKIP LOCKED
            """
        ).map(Self.plan)
    }

    /// Stores schedules and sent notices.
    static func store(_ plans: [Plan], in transaction: borrowing Transaction) async throws {
        guard !plans.isEmpty else { return }
        try await transaction.execute(
            """
            UPDATE day_plans SET
                closes_at = new.closes_at, closed_day = new.closed_day::date, reminds_at = new.reminds_at,
                reminded_day = new.reminded_day::date, habit_day = new.habit_day::date,
                invitations = new.invitations
            FROM unnest(
                \(plans.map(\.account.uuid)), \(plans.map(\.closesAt)), \(plans.map { $0.closedDay?.description }),
                \(plans.map(\.remindsAt)), \(plans.map { $0.remindedDay?.description }),
                \(plans.map { $0.habitDay?.description }), \(plans.map { Int32($0.invitations) })
            ) AS new (account_id, closes_at, closed_day, reminds_at, reminded_day, habit_day, invitations)
            WHERE day_plans.account_id = new.account_id
            """)
    }

    /// Deletes days before a day, a batch at a time.
    @discardableResult
    static func prune(
        before day: CalendarDay, maxCount: Int, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM eaten_days WHERE (account_id, day) IN (
                SELECT account_id, day FROM eaten_days WHERE day < \(day.description)::text::date LIMIT \(maxCount))
            """)
    }

    private static let planColumns = """
        account_id, closes_at, closed_day::text, reminds_at, reminded_day::text, habit_day::text, invitations::integer
        """

    private static func plan(_ row: PostgresRow) throws -> Plan {
        let (account, closesAt, closedDay, remindsAt, remindedDay, habitDay, invitations) = try row.decode(
            UUID.self, Date?.self, String?.self, Date?.self, String?.self, String?.self, Int32.self)
        func day(_ text: String?) -> CalendarDay? { text.flatMap { CalendarDay($0) } }
        return Plan(
            account: AccountID(account), closesAt: closesAt, closedDay: day(closedDay), remindsAt: remindsAt,
            remindedDay: day(remindedDay), habitDay: day(habitDay), invitations: Int(invitations))
    }
}
