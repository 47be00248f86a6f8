import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SandboxBank
import StripeWire
import Synchronization
import TestPeers
import TestSupport

/// The sandbox's bank on a port of this process, with the faults of a payment provider: answers lost after the money
/// moved, failures before and after execution, notifications that are early, late, repeated, lost or forged.
package final class FaultyBank: Sendable {
    /// Probability of each fault, 0 to 1.
    private enum Share {
        /// The request is executed; the connection ends within the answer.
        static let cut = 0.1
        /// The answer comes after the client's timeout.
        static let late = 0.03
        /// The request is executed; the answer is a permanent failure for this key.
        static let failedAfter = 0.06
        /// The request is not executed.
        static let failedBefore = 0.05
        /// The request is refused as too many.
        static let refused = 0.03
        /// A query without an answer.
        static let deaf = 0.05
        /// A notification is never sent.
        static let lostNotice = 0.1
        /// A notification is sent twice.
        static let again = 0.4
        /// An attacker sends a forged or an old notification.
        static let forged = 0.2
    }

    /// Number of occurrences of each fault.
    package struct Figures: Sendable {
        package var cut = 0
        package var late = 0
        package var failed = 0
        package var notices = 0
        package var early = 0
        package var forged = 0
        /// Number of forged or old notifications that were accepted.
        package var believed = 0
    }

    private static let key = "key-of-the-bench", secret = "secret-of-the-notices"
    /// `billing`'s timeout for an answer, in seconds; a late answer takes longer.
    private static let timeout = 1
    private static let tooLate = Duration.milliseconds(1_500)

    private let bank = Mutex(SandboxBank())
    /// Keys with a permanent failure.
    private let failing = Mutex(Set<String>())
    private let seen = Mutex(Figures())
    private let gatewayPort = Mutex<Int?>(nil)
    private let isHonest = Mutex(false)
    /// Seconds by which its clock is ahead.
    private let offset = Mutex<TimeInterval>(0)
    private let notices: AsyncStream<[UInt8]>
    private let outgoing: AsyncStream<[UInt8]>.Continuation
    private let port: Int

    private init(port: Int) {
        self.port = port
        (notices, outgoing) = AsyncStream.makeStream()
    }

    /// Runs a bank while the body runs, if one is needed.
    static func with<Value>(
        _ isWanted: Bool, _ body: (FaultyBank?) async throws -> Value
    ) async throws -> Value {
        guard isWanted else { return try await body(nil) }
        let holder = Mutex<FaultyBank?>(nil)
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            guard let bank = holder.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            return try await bank.respond(to: request)
        }
        return try await TestServer.with(responder) { port in
            let bank = FaultyBank(port: port)
            holder.withLock { $0 = bank }
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await bank.sendNotices() }
                defer { group.cancelAll() }
                return try await body(bank)
            }
        }
    }

    /// The settings of gateway and `billing` for using it.
    var environment: [String: String] {
        [
            "ACCOUNT_PLAN": "basic", "PAYMENT_PROVIDER": "sandbox", "PAYMENT_PROVIDER_KEY": Self.key,
            "PAYMENT_PROVIDER_URL": "http://127.0.0.1:\(port)",
            "PAYMENT_PROVIDER_TIMEOUT_SECONDS": "\(Self.timeout)",
            "PAYMENT_RETURN_URL": "http://127.0.0.1:\(port)/back/{CHECKOUT}",
            "PAYMENT_NOTICE_SECRETS": Self.secret,
        ]
    }

    /// Sets the target of notifications.
    func use(gatewayPort port: Int) { gatewayPort.withLock { $0 = port } }

    /// Ends all faults.
    func behave() { isHonest.withLock { $0 = true } }

    /// Moves its clock.
    func move(by seconds: TimeInterval) { offset.withLock { $0 = seconds } }

    private var now: Date { Date(timeIntervalSinceNow: offset.withLock { $0 }) }

    /// Number of occurrences of each fault until now.
    var figures: Figures { seen.withLock { $0 } }

    /// Moved money, in minor units by currency in lower case.
    var balances: [String: Int64] { bank.withLock { $0.balances } }

    /// Moved money by business fact.
    var movements: [String: SandboxBank.Movement] { bank.withLock { $0.movements } }

    /// Pays on a page.
    func pay(_ page: String, card: String) -> SandboxBank.PageOutcome {
        let name = String(page.split(separator: "/").last ?? ""), now = now
        defer { takeNotices() }
        return bank.withLock { $0.pay(onPage: name, card: card, at: now) }
    }

    private func respond(to request: Request) async throws -> Response {
        let isPost = request.method == .post
        var text = request.uri.query ?? ""
        if isPost { text = String(buffer: try await request.body.collect(upTo: 64 << 10)) }
        guard let form = StripeForm(encoded: text) else { return Response(status: .badRequest) }
        guard request.headers[.authorization] == "Bearer \(Self.key)" else { return Response(status: .unauthorized) }
        let key = HTTPField.Name(StripeAPI.idempotencyHeader).flatMap { request.headers[$0] }
        let asked = SandboxRequest(
            isPost: isPost, isDelete: request.method == .delete, path: request.uri.path, form: form, key: key)
        guard isPost else {
            if happens(Share.deaf) { return Response(status: .serviceUnavailable) }
            return Self.response(answer(asked))
        }
        if let key, failing.withLock({ $0.contains(key) }) { return Response(status: .internalServerError) }
        if happens(Share.failedBefore) {
            seen.withLock { $0.failed += 1 }
            return Response(status: .internalServerError)
        }
        if happens(Share.refused) { return Response(status: .tooManyRequests) }
        let answer = answer(asked)
        let early = takeNotices()
        seen.withLock { $0.early += early }
        return try await deliver(answer, key)
    }

    /// Sends or loses an answer; the request is executed in both cases.
    private func deliver(_ answer: SandboxAnswer, _ key: String?) async throws -> Response {
        if happens(Share.cut) {
            seen.withLock { $0.cut += 1 }
            let length = answer.body.count
            // The header states more bytes than are sent.
            let body = ResponseBody(contentLength: length + 1) { writer in
                try await writer.write(ByteBuffer(bytes: answer.body.prefix(length / 2)))
                throw Lost()
            }
            return Response(status: .init(code: answer.status), body: body)
        }
        if happens(Share.late) {
            seen.withLock { $0.late += 1 }
            try await Task.sleep(for: Self.tooLate)
            return Self.response(answer)
        }
        if let key, happens(Share.failedAfter) {
            seen.withLock { $0.failed += 1 }
            failing.withLock { _ = $0.insert(key) }
            return Response(status: .internalServerError)
        }
        // Waits, so that a notification may arrive before the response.
        try await Task.sleep(for: .milliseconds(.random(in: 0...20)))
        return Self.response(answer)
    }

    private struct Lost: Error {}

    private func answer(_ request: SandboxRequest) -> SandboxAnswer {
        let pages = "http://127.0.0.1:\(port)/pay/", now = now
        return bank.withLock { $0.answer(request, pageURL: pages, at: now) }
    }

    private static func response(_ answer: SandboxAnswer) -> Response {
        Response(
            status: .init(code: answer.status), headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: [UInt8](answer.body))))
    }

    private func happens(_ share: Double) -> Bool {
        !isHonest.withLock { $0 } && Double.random(in: 0..<1) < share
    }

    // MARK: - Notices

    /// - Returns: Their number.
    @discardableResult
    private func takeNotices() -> Int {
        let taken = bank.withLock { $0.takeNotices() }
        for notice in taken { outgoing.yield(notice) }
        return taken.count
    }

    private func sendNotices() async {
        await withDiscardingTaskGroup { group in
            for await notice in notices { group.addTask { await self.send(notice) } }
        }
    }

    private func send(_ notice: [UInt8]) async {
        if happens(Share.forged) {
            await forge(notice, by: "somebody else", at: Date())
            await forge(notice, by: Self.secret, at: Date(timeIntervalSinceNow: -601))
        }
        if happens(Share.lostNotice) { return }
        repeat {
            // Notifications are delayed at random, so that they arrive out of order.
            if happens(0.3) { try? await Task.sleep(for: .milliseconds(.random(in: 0...2_000))) }
            if Task.isCancelled { return }
            let isTaken = await post(notice, by: Self.secret, at: Date()) == 200
            if isTaken { seen.withLock { $0.notices += 1 } }
        } while happens(Share.again)
    }

    private func forge(_ notice: [UInt8], by secret: String, at time: Date) async {
        guard let status = await post(notice, by: secret, at: time) else { return }
        seen.withLock { figures in
            figures.forged += 1
            if status != 400 { figures.believed += 1 }
        }
    }

    private func post(_ notice: [UInt8], by secret: String, at time: Date) async -> Int? {
        guard let port = gatewayPort.withLock({ $0 }) else { return nil }
        let headers = [
            "content-type": "application/json",
            StripeSignature.header: StripeSignature.sign(notice, secret: secret, at: time),
        ]
        let answer = try? await TestHTTPClient(port: port).send(
            "POST", "/v1/billing/webhooks/stripe", headers: headers, body: notice)
        return answer?.status
    }
}
