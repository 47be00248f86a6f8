import Foundation

/// The purchase of the pro plan: a request is refused, the plan is bought on the page of the payment sandbox, used, and
/// refunded (BIL-03, BIL-11).
struct DemoUpgrade: Codable, Sendable {
    let plan: String
    let region: String
    /// Number of a test card of the sandbox.
    let card: String

    /// The events, in order.
    struct Outcome: Codable, Sendable {
        /// Why the report was refused before the purchase.
        let refusal: String
        let paid: GatewayModels.Money
        /// Time from the payment to the first report, in milliseconds.
        let unlockedAfter: Double
        /// Time from requesting the refund to receiving it, in milliseconds.
        let refundedAfter: Double
        /// Time from the refund to the first refusal, in milliseconds.
        let lockedAfter: Double
    }

    /// Expected number of notices: one for the payment, one for the refund.
    static let notices = 2
    /// Timeout of each step, in seconds.
    private static let timeout = 12
    /// Polling interval of the report.
    private static let turn = Duration.milliseconds(10)

    /// Buys, uses and refunds the plan.
    ///
    /// - Parameters:
    ///   - meal: A meal of the account, whose detailed report requires pro.
    ///   - account: The buyer.
    ///   - client: The gateway.
    ///   - sandbox: Address at which this process reaches the payment sandbox; nil for the page's own.
    /// - Returns: The events; nil if the sandbox is unknown and the page is not on the gateway's host.
    /// - Throws: `GatewayError`, or `ControlFailure.problem` on a timeout.
    func run(
        on meal: GatewayModels.Meal, as account: GatewayAccount, _ client: GatewayClient, sandbox: URL? = nil
    ) async throws -> Outcome? {
        let report = GatewayClient.Request(.get, "/v1/meals/\(meal.id)/report?view=detailed")
        let first = try await send(report, as: account, client)
        guard first.status == 403 else {
            throw ControlFailure.problem("the detailed report was answered with \(first.status) before it was paid for")
        }
        var order = try GatewayClient.Request(.post, "/v1/subscription").with(["plan": plan, "region": region])
        order.wait = Self.timeout
        let begun: GatewayModels.Subscription = try await expect(order, as: account, client)
        guard let page = begun.checkout?.url.flatMap(URL.init(string:)),
            sandbox != nil || page.host() == client.base.host()
        else { return nil }
        try await pay(on: page, at: sandbox)
        let paidAt = ContinuousClock.now
        let unlocked = try await wait(until: 200, report, as: account, client) - paidAt
        let payments: GatewayModels.Page<GatewayModels.Payment> = try await expect(
            .init(.get, "/v1/payments"), as: account, client)
        guard let payment = payments.items.first else { throw ControlFailure.problem("the payment is not listed") }
        var refund = GatewayClient.Request(.post, "/v1/payments/\(payment.id)/refund")
        refund.wait = Self.timeout
        let askedAt = ContinuousClock.now
        let _: GatewayModels.Payment = try await expect(refund, as: account, client)
        let refundedAt = ContinuousClock.now
        let locked = try await wait(until: 403, report, as: account, client) - refundedAt
        return Outcome(
            refusal: (try? first.decode(GatewayModels.Problem.self))?.title ?? "refused", paid: payment.total,
            unlockedAfter: unlocked / .milliseconds(1), refundedAfter: (refundedAt - askedAt) / .milliseconds(1),
            lockedAfter: locked / .milliseconds(1))
    }

    private func send(
        _ request: GatewayClient.Request, as account: GatewayAccount, _ client: GatewayClient
    ) async throws -> GatewayClient.Answer {
        var request = request
        request.accessToken = try await account.accessToken()
        if request.method == .post { request.idempotencyKey = UUID().uuidString }
        return try await client.send(request)
    }

    private func expect<Value: Decodable>(
        _ request: GatewayClient.Request, as account: GatewayAccount, _ client: GatewayClient
    ) async throws -> Value {
        let answer = try await send(request, as: account, client)
        guard answer.status != 202 else {
            throw ControlFailure.problem("\(request.path) did not come to an end within \(Self.timeout) s")
        }
        return try GatewayClient.value(Value.self, of: answer, to: request)
    }

    /// Repeats a request until the answer has a status.
    ///
    /// - Returns: The time of that answer.
    private func wait(
        until status: Int, _ request: GatewayClient.Request, as account: GatewayAccount, _ client: GatewayClient
    ) async throws -> ContinuousClock.Instant {
        let end = ContinuousClock.now + .seconds(Self.timeout)
        while ContinuousClock.now < end {
            if try await send(request, as: account, client).status == status { return .now }
            try await Task.sleep(for: Self.turn)
        }
        throw ControlFailure.problem("\(request.path) was not answered with \(status) within \(Self.timeout) s")
    }

    /// Fills in the page like a person, and follows its redirect.
    private func pay(on page: URL, at sandbox: URL?) async throws {
        guard var site = URLComponents(url: sandbox ?? page, resolvingAgainstBaseURL: false) else { return }
        site.path = ""
        site.query = nil
        guard let base = site.url else { return }
        try await GatewayClient.withClient(GatewayClient(base: base, connections: 1)) { client in
            var form = GatewayClient.Request(.post, page.path())
            form.contentType = "application/x-www-form-urlencoded"
            form.body = Array("card=\(card)".utf8)
            let answer = try await client.send(form)
            guard (200..<400).contains(answer.status) else {
                throw ControlFailure.problem("the page of the payment was answered with \(answer.status)")
            }
        }
    }
}
