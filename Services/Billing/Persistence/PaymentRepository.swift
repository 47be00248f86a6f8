import BillingRules
import EventContracts
import Foundation
import Messaging
import Postgres

/// A payment: its published state, and data that stays within the service.
package struct StoredPayment: Sendable {
    /// The last or next published state.
    package var published: PaymentChanged
    package let key: ChargeKey
    /// `stripe` or `sandbox`.
    package let provider: String
    /// The provider's id of the charge; nil until the provider has assigned one.
    package var chargeID: String?
    package var refundAskedAt: Date?
    package var refundID: String?
    package var refundSettledAt: Date?
    /// The command that waits for the payment.
    package var operationID: OperationID?
    package let correlationID: UUID

    /// Whether the payment is published; a purchase is published only after it is paid.
    var isPublished: Bool {
        published.purpose != .purchase || published.status == .paid || published.status == .refunded
    }
}

/// All charges, by the business fact that they belong to.
package enum PaymentRepository {
    private static let columns = """
        body, charge_key, provider, charge_id, refund_asked_at, refund_id, refund_settled_at, operation_id, \
        correlation_id
        """

    /// A payment by its business fact, if any.
    static func read(_ key: ChargeKey, in transaction: borrowing Transaction) async throws -> StoredPayment? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM payments WHERE charge_key = \(key.description)"
        ).first.map(Self.payment)
    }

    /// A person's payment, if any.
    static func read(
        _ id: PaymentID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> StoredPayment? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM payments
            WHERE payment_id = \(id.uuid) AND account_id = \(account.uuid)
            """
        ).first.map(Self.payment)
    }

    /// Stores the current state of a payment.
    static func save(_ payment: StoredPayment, in transaction: borrowing Transaction) async throws {
        let published = payment.published, json = try PostgresJSON(published)
        try await transaction.execute(
            """
            INSERT INTO payments (
                payment_id, account_id, subscription_id, charge_key, version, status, body, provider, charge_id,
                    asked_at,
                refund_asked_at, refund_id, refund_settled_at, operation_id, correlation_id)
            VALUES (
                \(published.paymentID.uuid), \(published.accountID.uuid), \(published.subscriptionID.uuid),
                \(payment.key.description),
                \(published.version), \(published.status.rawValue), \(json), \(payment.provider), \(payment.chargeID),
                \(published.askedAt), \(payment.refundAskedAt), \(payment.refundID), \(payment.refundSettledAt),
                \(payment.operationID?.uuid), \(payment.correlationID))
            ON CONFLICT (payment_id) DO UPDATE SET
                version = EXCLUDED.version, status = EXCLUDED.status, body = EXCLUDED.body,
                charge_id = EXCLUDED.charge_id, refund_asked_at = EXCLUDED.refund_asked_at,
                refund_id = EXCLUDED.refund_id, refund_settled_at = EXCLUDED.refund_settled_at,
                operation_id = EXCLUDED.operation_id
            """)
    }

    /// A page of published payments, in the order of their ids.
    static func page(
        after cursor: PaymentID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [PaymentChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM payments
            WHERE (status IN ('paid', 'refunded') OR body ->> 'purpose' <> 'purchase')
                AND (\(cursor?.uuid)::uuid IS NULL OR payment_id > \(cursor?.uuid))
            ORDER BY payment_id LIMIT \(limit)
            """
        ).map { try Self.payment($0).published }
    }

    private static func payment(_ row: PostgresRow) throws -> StoredPayment {
        let (body, key, provider, charge, askedAt, refund, settledAt, operation, correlation) = try row.decode(
            PostgresJSON.self, String.self, String.self, String?.self, Date?.self, String?.self, Date?.self, UUID?.self,
            UUID.self)
        guard let key = ChargeKey(text: key) else { throw UnknownStoredValue(column: "payments.charge_key") }
        return StoredPayment(
            published: try body.value(), key: key, provider: provider, chargeID: charge, refundAskedAt: askedAt,
            refundID: refund, refundSettledAt: settledAt, operationID: operation.map { OperationID($0) },
            correlationID: correlation)
    }
}

/// The database contains a value that this version does not know.
struct UnknownStoredValue: Error, Sendable {
    let column: String
}
