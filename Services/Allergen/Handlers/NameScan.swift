import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Renames a scan; the verdict does not change.
package struct NameScan: EventHandler {
    let lock: AccountLock

    package func handle(_ event: Event<NameLabelScan>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        try lock.take(command.accountID, in: transaction)
        guard var record = try await ScanRepository.find(command.scanID, in: transaction),
            record.scan.accountID == command.accountID
        else { throw Rejection(.notFound) }
        record.scan.name = command.name
        record.scan.version += 1
        try ScanRepository.save(record, in: transaction)
        try transaction.append(record.scan, key: command.accountID, subject: command.scanID, ending: .succeeded)
    }
}
