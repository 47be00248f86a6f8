import EventContracts
import Foundation
import Postgres

extension Call {
    /// What services learn of the account behind an order that may reach others.
    ///
    /// - Parameters:
    ///   - subject: What the order is about: networks of different subjects cannot be told to be the same.
    ///   - transaction: Where the account is looked up.
    /// - Returns: nil for an account that is gone.
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

    /// What services learn of the account behind the scan of a label; nothing of one that names no product.
    package func voucher(forLabelOf gtin: String?, in transaction: borrowing Transaction) async throws -> Voucher? {
        guard let gtin else { return nil }
        return try await voucher(for: "label/\(gtin)", in: transaction)
    }

    /// What services learn of the account behind a purchase, whose prices may be shared.
    package func voucherForPurchase(in transaction: borrowing Transaction) async throws -> Voucher? {
        try await voucher(for: "purchase", in: transaction)
    }
}
