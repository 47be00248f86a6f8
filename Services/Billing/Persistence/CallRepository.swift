import BillingRules
import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities

/// A recorded request to the provider, stored with the decision that causes it.
package struct ProviderCall: Sendable, Equatable {
    /// The kind of call; the raw value is stored in the database.
    package enum Kind: String, Sendable, PostgresEncodable, PostgresDecodable {
        case openPage = "open_page"
        case closePage = "close_page"
        case charge, refund
        /// Queries the state of an object.
        case query = "look"
        /// Deletes a customer at the provider.
        case forget
    }

    /// The idempotency key of the call.
    package let key: String
    package let account: AccountID
    package let kind: Kind
    /// The business fact that the call belongs to; nil for queries of an object.
    package var charge: ChargeKey?
    /// The provider's id of the object to query or refund.
    package var objectID: String?
    /// The amount to refund.
    package var amount: Money?
    /// Number of attempts that were started.
    package var attempts = 0
    /// When its outcome became unknown; nil while no attempt has an unknown outcome.
    package var unknownSince: Date?
    /// When the gateway accepted the command; nil without a command.
    package var orderedAt: Date?

    package init(_ kind: Kind, key: String, of account: AccountID, charge: ChargeKey? = nil) {
        self.kind = kind
        self.key = key
        self.account = account
        self.charge = charge
    }
}

/// Calls to the provider that have no result yet.
package enum CallRepository {
    private static let columns = """
        call_key, account_id, kind, charge_key, object_id, minor_units, currency, attempts, outcome_unknown_since,
            ordered_at
        """

    /// PostgreSQL notification channel for new calls.
    static let channel = "billing_calls"

    /// Records a call; an existing call is moved forward to this time if it is due later.
    static func add(_ call: ProviderCall, at next: Date, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO provider_calls AS known (
                call_key, account_id, kind, charge_key, object_id, minor_units, currency, next_at, ordered_at)
            VALUES (
                \(call.key), \(call.account.uuid), \(call.kind.rawValue), \(call.charge?.description), \(call.objectID),
                \(call.amount?.minorUnits), \(call.amount?.currency.code), \(next), \(call.orderedAt))
            ON CONFLICT (call_key) DO UPDATE SET next_at = least(known.next_at, EXCLUDED.next_at)
            """)
        try transaction.notifyAfterCommit(channel: Self.channel, payload: "")
    }

    /// Claims the call that has been due the longest and marks it as started with unknown outcome, in case this process
    /// ends.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - until: When another instance may take it over.
    ///   - transaction: The transaction.
    /// - Returns: The call in its previous state; nil if none is due.
    /// - Throws: A `PostgresError`.
    static func take(at now: Date, until: Date, in transaction: borrowing Transaction) async throws -> ProviderCall? {
        let row = try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM provider_calls WHERE next_at <= \(now)
            ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED
            """
        ).first
        guard let call = try row.map(Self.call) else { return nil }
        try await transaction.execute(
            """
            UPDATE provider_calls SET
                attempts = attempts + 1, next_at = \(until),
                outcome_unknown_since = coalesce(outcome_unknown_since, \(now))
            WHERE call_key = \(call.key)
            """)
        return call
    }

    /// Schedules another attempt of a call.
    static func retry(
        _ call: ProviderCall, unknownSince: Date?, at next: Date, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            UPDATE provider_calls SET next_at = \(next), outcome_unknown_since = \(unknownSince)
            WHERE call_key = \(call.key)
            """)
    }

    /// Stores the provider's customer id of a person with pending charges, after the person's row was deleted.
    static func remember(
        _ customer: String, forChargesOf account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            UPDATE provider_calls SET object_id = \(customer)
            WHERE account_id = \(account.uuid) AND kind = 'charge' AND object_id IS NULL
            """)
    }

    /// The provider object stored with a call; nil without one.
    static func object(of key: String, in database: some PostgresQuerying) async throws -> String? {
        let rows = try await database.query("SELECT object_id FROM provider_calls WHERE call_key = \(key)")
        guard let row = rows.first else { return nil }
        return try row.decode("object_id", as: String?.self)
    }

    /// Whether an account has pending calls that need its provider customer.
    static func needsCustomer(_ account: AccountID, in database: some PostgresQuerying) async throws -> Bool {
        try await !database.query(
            """
            SELECT true FROM provider_calls
            WHERE account_id = \(account.uuid) AND kind IN ('charge', 'open_page') LIMIT 1
            """
        ).isEmpty
    }

    /// Deletes a call with a known result.
    static func remove(_ key: String, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM provider_calls WHERE call_key = \(key)")
    }

    /// Whether a call is recorded.
    static func has(_ key: String, in transaction: borrowing Transaction) async throws -> Bool {
        try await !transaction.query("SELECT true FROM provider_calls WHERE call_key = \(key)").isEmpty
    }

    private static func call(_ row: PostgresRow) throws -> ProviderCall {
        let (key, account, kind, charge, object, units, currency, attempts, since, orderedAt) = try row.decode(
            String.self, UUID.self, ProviderCall.Kind.self, String?.self, String?.self, Int64?.self, String?.self,
            Int.self, Date?.self, Date?.self)
        var call = ProviderCall(kind, key: key, of: AccountID(account))
        call.charge = charge.flatMap(ChargeKey.init(text:))
        call.objectID = object
        if let units, let currency = currency.flatMap({ Currency(stored: $0) }) {
            call.amount = Money(minorUnits: units, currency: currency)
        }
        call.attempts = attempts
        call.unknownSince = since
        call.orderedAt = orderedAt
        return call
    }
}
