import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// Import of purchases from a file (SPD-23).
extension ReceiptEndpoints {
    /// The content of a file, and the result of its import.
    struct ImportView: Encodable, Sendable {
        struct Fault: Encodable, Sendable {
            /// Line number from 1, including the heading.
            let line: Int
            let column: String
            let reason: String
        }

        struct Purchase: Encodable, Sendable {
            /// The id of the purchase; absent in a preview.
            let id: ReceiptID?
            let merchant: String?
            let purchasedAt: String?
            let items: Int
            let total: MoneyView?
        }

        let preview: Bool
        let purchases: [Purchase]
        /// Skipped rows.
        let faults: [Fault]
    }

    /// Reads a file row by row, reports each fault, and stores the valid rows unless it is a preview.
    func importFile(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard case .string(let text) = call.body else { throw ProblemDetails(.unsupportedMediaType) }
        let isPreview = call.query.contains { $0.name == "preview" && $0.value == "true" }
        let code = call.query.first { $0.name == "currency" }?.value, currency = code.flatMap { Currency($0) }
        guard code == nil || currency != nil else {
            let fault = FieldFault(.notACurrency, "Must be a code of ISO 4217 in capital letters, such as CAD.")
            throw ProblemDetails(.malformedRequest, errors: [.init(parameter: "currency", fault)])
        }
        let lastDay = CalendarDay.latest(at: acceptor.resources.clock.now())
        guard let file = try await read(text, currency, through: lastDay, for: account) else {
            let needed = "date, merchant, item and amount"
            throw ProblemDetails(
                .malformedRequest,
                detail:
                    "The first row must name the columns, \(needed) among them; at most \(PurchaseImport.maxRows) rows."
            )
        }
        // Item codes are left out, because they may look like card numbers.
        let words = file.purchases.flatMap { [$0.merchant?.value ?? ""] + $0.items.map(\.name.value) }
        guard !words.contains(where: CardNumberGuard.holdsCardNumber) else { throw ProblemDetails(.cardNumberRefused) }
        guard !isPreview, !file.purchases.isEmpty else {
            return try .json(.ok, Self.view(of: file, ids: nil))
        }
        return try await keep(file, of: account, call)
    }

    /// Reads a file on a separate lane with low priority.
    private func read(
        _ text: String, _ currency: Currency?, through lastDay: CalendarDay?, for account: AccountID
    ) async throws -> PurchaseImport? {
        do {
            return try await imports.lanes.run(for: account.description) {
                PurchaseImport(text, currency: currency, lastDay: lastDay) { _ in .random() }
            }
        } catch {
            throw ProblemDetails.tooManyRequests(retryAfter: .seconds(1))
        }
    }

    /// Queues all of a file's purchases, or none; each purchase counts like a request for the rate limit.
    private func keep(_ file: PurchaseImport, of account: AccountID, _ call: Call) async throws -> Answer {
        let claim = try acceptor.keys.claim(of: call, scope: CommandAcceptor.scope(of: account))
        return try await acceptor.keys.once(claim, in: acceptor.database.pool) {
            try imports.limits.admitImport(of: file.purchases.count, by: account)
            var purchases: [(receipt: ReceiptID, record: Sealed<ReceiptRecord>)] = []
            for record in file.purchases {
                let receipt = ReceiptID.random()
                purchases.append((receipt, try await sealer.seal(record, .receiptRecord(receipt, of: account))))
            }
            let kept = purchases
            let answer = try Answer.json(.accepted, Self.view(of: file, ids: kept.map(\.receipt)))
            let stored = try await acceptor.keys.sealed(answer, for: claim, of: account)
            try await acceptor.database.write(CommandAcceptor.cause(of: call)) { transaction in
                let now = try transaction.eventTime()
                try IdempotencyKeys.take(claim, for: stored, at: now, in: transaction)
                try await ImportQueueRepository.add(
                    kept, of: account, partition: Topic.spendingCommands.partition(of: account),
                    correlationID: call.trace.correlationID, at: now, in: transaction)
            }
            imports.wakeSignal.signal()
            return answer
        }
    }

    private static func view(of file: PurchaseImport, ids: [ReceiptID]?) -> ImportView {
        ImportView(
            preview: ids == nil,
            purchases: file.purchases.enumerated().map { place, record in
                ImportView.Purchase(
                    id: ids?[place], merchant: record.merchant?.value,
                    purchasedAt: record.purchasedAt,
                    items: record.items.count,
                    total: record.total.map { MoneyView($0.value, record.currency?.value) })
            },
            faults: file.faults.map {
                ImportView.Fault(line: $0.line, column: $0.column.rawValue, reason: $0.reason.rawValue)
            })
    }
}
