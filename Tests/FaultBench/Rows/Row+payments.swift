import Foundation
import Synchronization
import TestSupport

extension Row {
    /// Faults: the payment provider loses and repeats messages.
    static let payments = [
        Row(
            27, "a payment provider that loses answers and repeats notices",
            fault:
                "answers lost and failures after charging, notices early, late, twice, never and forged, refunds twice",
            protection: .setting(
                "PAYMENT_PROTECTIONS_OFF", "true", "the provider is asked before a call is made again under its key"),
            // The second request for the same refund is refused.
            allowed: ["operations not succeeded"], sells: true,
            during: payUnderFaults)
    ]

    /// Minimum and maximum number of buyers, and the payments per buyer from which their number is computed: buyers
    /// mostly wait for lost messages.
    private static let minBuyers = 16, maxBuyers = 48, paymentsOfABuyer = 25

    private static func payUnderFaults(_ bench: Bench) async throws {
        guard let bank = bench.bank else { return bench.report(Finding(.other, "there is no payment provider")) }
        let begin = ContinuousClock.now
        let buyers = min(maxBuyers, max(minBuyers, bench.payments / paymentsOfABuyer))
        // Buyers keep their last subscription, so that the ledger does not balance at zero.
        let rounds = try await withThrowingTaskGroup(of: Int.self) { group in
            let made = PaymentCount()
            for _ in 0..<buyers {
                let buyer = Buyer(person: try await bench.stack.gateway.register(), bank: bank)
                group.addTask {
                    var rounds = 0
                    do {
                        while true {
                            try await buyer.buy()
                            try await buyer.change()
                            rounds += 1
                            // Two payments: the purchase and the change.
                            if bench.isBuyingOver(made.add(2)) { return rounds }
                            try await buyer.refund()
                        }
                    } catch {
                        // In the negative control the ledgers show the fault, so a buyer who stops is not a finding.
                        if bench.isProtected { bench.report(Finding(.other, "a buyer could not continue: \(error)")) }
                        return rounds
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        let took = (ContinuousClock.now - begin) / .seconds(1)
        let books = Books(stack: bench.stack, bank: bank), settling = Duration.seconds(bench.isProtected ? 240 : 20)
        for finding in try await books.findings(within: settling) { bench.report(finding) }
        let figures = bank.figures, paid = try await books.paid()
        bench.note("\(paid) payments, \(2 * (rounds - buyers)) refunded, in \(Int(took)) s")
        bench.note(
            """
            \(figures.cut) answers cut, \(figures.late) late, \(figures.failed) failures; \(figures.notices) notices \
            taken, \(figures.early) sent before their answer; \(figures.forged) forged or old ones refused
            """)
        if figures.believed > 0 {
            bench.report(Finding(.foreign, "accepted forged or old notifications", count: figures.believed))
        }
        if figures.cut + figures.late == 0 { bench.report(Finding(.other, "no answer was lost")) }
        if figures.forged == 0 { bench.report(Finding(.other, "no notification was forged")) }
    }
}

/// Counts the payments of all buyers.
private final class PaymentCount: Sendable {
    private let count = Mutex(0)

    /// - Returns: The number of payments so far.
    func add(_ payments: Int) -> Int {
        count.withLock { count in
            count += payments
            return count
        }
    }
}

extension Bench {
    /// Whether enough payments were made and the time is over.
    fileprivate func isBuyingOver(_ made: Int) -> Bool { isTimeUp && made >= payments }
}
