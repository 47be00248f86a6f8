import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Renames a scan; the verdict does not change.
package struct NameScan: EventHandler {
    let lock: AccountLock

    package func handle(_ event: Event<NameLabelScan>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        try lock.take(order.accountID, in: transaction)
        guard var record = try await ScanRepository.find(order.scanID, in: transaction),
            record.scan.accountID == order.accountID
        else { throw Rejection(.notFound) }
        record.scan.name = order.name
        record.scan.version += 1
        try ScanRepository.save(record, in: transaction)
        try transaction.append(record.scan, key: order.accountID, subject: order.scanID, ending: .succeeded)
    }
}
