import BillingProviders
import Foundation
import Outbound
import SandboxBank
import StripeWire
import Synchronization
import TestPeers
import TestSupport

/// The sandbox's bank behind `billing`'s own client, on the test's clock, with injected faults.
final class BankPeer: Sendable {
    /// Faults of the answers to requests that move money.
    enum Mood: Sendable {
        case answering
        /// The request is executed, and its response is lost.
        case losing
        /// The request is executed, and its response waits for `release`.
        case holding
        /// The request is not executed; the response is a permanent failure for this key.
        case stuck
    }

    private let bank = Mutex(SandboxBank())
    private let mood = Mutex(Mood.answering)
    private let asked = Mutex<[String]>([])
    private let askedAt = Mutex<[ContinuousClock.Instant]>([])
    private let stuckKeys = Mutex<Set<String>>([])
    private let clock: FixedClock

    init(clock: FixedClock) { self.clock = clock }

    func set(_ mood: Mood) { self.mood.withLock { $0 = mood } }

    /// The requests, by path, in order.
    var orders: [String] { asked.withLock { $0 } }

    /// The time of each request.
    var calls: [ContinuousClock.Instant] { askedAt.withLock { $0 } }

    /// Moved money, in minor units by currency.
    var balances: [String: Int64] { bank.withLock { $0.balances } }

    /// Moved money by business fact.
    var movements: [String: SandboxBank.Movement] { bank.withLock { $0.movements } }

    /// Pays on a page, or stores a card there.
    func pay(_ page: String, card: String = "4242424242424242", confirmed: Bool? = nil) -> SandboxBank.PageOutcome {
        let now = clock.now(), name = String(page.split(separator: "/").last ?? "")
        return bank.withLock { $0.pay(onPage: name, card: card, confirmed: confirmed, at: now) }
    }

    /// The ids in the provider's notifications, in order, each once.
    func noticed() -> [String] {
        // As in the gateway, objects without an account in their metadata are ignored.
        bank.withLock { $0.takeNotices() }.compactMap { StripeNotice($0) }.filter { $0.account != nil }.map(\.objectID)
    }

    /// Number of the bank's customers.
    var customers: Int { bank.withLock { $0.customerCount } }

    /// Refunds the last charge at the bank, without `billing`.
    func refundAtBank() -> String? {
        let now = clock.now()
        return bank.withLock { $0.refundAtBank(at: now) }
    }

    /// Handles the client's requests.
    @Sendable func send(_ request: OutboundRequest) async throws(OutboundError) -> OutboundResponse {
        let parts = request.url.dropFirst(Self.url.count).split(separator: "?", maxSplits: 1).map(String.init)
        let query = request.body.map { String(decoding: $0, as: UTF8.self) } ?? (parts.count > 1 ? parts[1] : "")
        guard let path = parts.first, let form = StripeForm(encoded: query) else { throw .malformed }
        let command = SandboxRequest(
            isPost: request.method == .post, isDelete: request.method == .delete, path: path, form: form,
            key: request.headers.first { $0.name == StripeAPI.idempotencyHeader }?.value)
        if command.isDelete { asked.withLock { $0.append("DELETE \(path)") } }
        if command.isPost {
            askedAt.withLock { $0.append(.now) }
            asked.withLock { $0.append(path) }
            if let key = command.key {
                if case .stuck = mood.withLock({ $0 }) { stuckKeys.withLock { _ = $0.insert(key) } }
                if stuckKeys.withLock({ $0.contains(key) }) { return OutboundResponse(status: 500, body: []) }
            }
        }
        let now = clock.now()
        let answer = bank.withLock { $0.answer(command, pageURL: Self.url + "/pay/", at: now) }
        if command.isPost || command.isDelete {
            switch mood.withLock({ $0 }) {
            case .answering, .stuck: break
            case .losing: throw .timedOut
            case .holding:
                while case .holding = mood.withLock({ $0 }) {
                    do {
                        try await Task.sleep(for: .milliseconds(5))
                    } catch {
                        throw .cancelled
                    }
                }
            }
        }
        return OutboundResponse(status: answer.status, body: [UInt8](answer.body))
    }

    static let url = "http://sandbox"
}
