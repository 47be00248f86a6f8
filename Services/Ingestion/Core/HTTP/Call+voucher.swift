import EventContracts
import Foundation
import Postgres

extension Call {
    /// The voucher for a command whose effect may reach others: facts about the account behind it.
    ///
    /// - Parameters:
    ///   - subject: The subject of the command; networks of different subjects cannot be linked.
    ///   - transaction: The transaction for reading the account.
    /// - Returns: nil if the account does not exist.
    /// - Throws: A `PostgresError`, or `unauthenticated`.
    package func voucher(for subject: String, in transaction: borrowing Transaction) async throws -> Voucher? {
        let account = try principal.account
        let settling = StaffRole.allCases.filter { $0.permissions.contains(.changeFoods) }
        let rows = try await transaction.query(
            """
            SELECT email_verified_at IS NOT NULL, created_at, EXISTS (
                SELECT FROM staff_roles r WHERE r.account_id = accounts.account_id AND r.revoked_at IS NULL
                    AND (r.ends_at IS NULL OR r.ends_at > now()) AND r.role = ANY (\(settling.map(\.rawValue))::text[]))
            FROM accounts WHERE account_id = \(account.uuid)
            """)
        return try rows.first.map { row in
            let (isVerified, registeredAt, isStaff) = try row.decode(Bool.self, Date.self, Bool.self)
            return Voucher(
                isVerified: isVerified, registeredAt: registeredAt,
                network: addresses.network(of: address, for: subject), isStaff: isStaff ? true : nil)
        }
    }

    /// The voucher for the scan of a label; nil without a product number.
    package func voucher(forLabelOf gtin: String?, in transaction: borrowing Transaction) async throws -> Voucher? {
        guard let gtin else { return nil }
        return try await voucher(for: "label/\(gtin)", in: transaction)
    }

    /// The voucher for a purchase, whose prices may be shared.
    package func voucherForPurchase(in transaction: borrowing Transaction) async throws -> Voucher? {
        try await voucher(for: "purchase", in: transaction)
    }
}
