import EventContracts
import Foundation

/// Executes single operations of a load test with one of its accounts.
struct LoadClient: Sendable {
    let client: GatewayClient
    let kind: LoadKind
    /// Ingredient lists to post, used in turn.
    let texts: [GatewayModels.LabelText]
    /// When the load test began.
    let start: ContinuousClock.Instant

    /// Maximum wait for a verdict, in seconds; the gateway's own limit.
    static let timeout = 12

    /// An account with a scan that can be read.
    struct Account: Sendable {
        let account: GatewayAccount
        var readableScan: String?
    }

    /// Performs one operation that is due at a time; never fails, since every outcome is in the result.
    func perform(_ index: Int, as account: Account, due: ContinuousClock.Instant) async -> LoadOperation {
        var step = Step(kind: kind, account: account.account.id, due: due, start: start)
        do {
            let token = try await account.account.accessToken()
            switch kind {
            case .read: try await read(account.readableScan ?? "", token, &step)
            case .scan, .wait, .accept: try await post(texts[index % texts.count], token, &step)
            }
            if kind == .scan, let operation = step.operation { try await follow(operation, token, &step) }
        } catch {
            step.end(.info, status: 0)
        }
        return step.finished
    }

    private func post(_ text: GatewayModels.LabelText, _ token: String, _ step: inout Step) async throws {
        var request = try GatewayClient.Request(.post, "/v1/label-scans").with(text)
        request.accessToken = token
        request.idempotencyKey = UUID().uuidString
        if kind == .wait { request.wait = Self.timeout }
        step.idempotencyKey = request.idempotencyKey
        let answer = try await client.send(request)
        switch answer.status {
        case 202:
            let operation = try answer.decode(GatewayModels.Operation.self)
            step.accept(operation)
            step.end(kind == .accept ? .ok : .info, status: answer.status)
        case 200, 201:
            step.hold(try answer.decode(GatewayModels.LabelScan.self).id)
            step.end(.ok, status: answer.status)
        default:
            step.end(answer.status < 500 ? .fail : .info, status: answer.status)
        }
    }

    private func follow(_ operation: GatewayModels.Operation, _ token: String, _ step: inout Step) async throws {
        var request = GatewayClient.Request(.get, "/v1/operations/\(operation.id)")
        request.accessToken = token
        request.wait = Self.timeout
        let answer = try await client.send(request)
        guard answer.isSuccess else { return step.end(.info, status: answer.status) }
        switch try answer.decode(GatewayModels.Operation.self).status {
        case "succeeded":
            step.read()
            step.end(.ok, status: answer.status)
        case "pending":
            step.end(.info, status: answer.status)
        default:
            step.refuse(status: answer.status)
        }
    }

    private func read(_ scan: String, _ token: String, _ step: inout Step) async throws {
        var request = GatewayClient.Request(.get, "/v1/label-scans/\(scan)")
        request.accessToken = token
        let answer = try await client.send(request)
        if answer.isSuccess { step.hold(nil) }
        step.end(answer.isSuccess ? .ok : .fail, status: answer.status)
    }

    /// An operation in progress.
    private struct Step {
        let kind: LoadKind
        let account: String
        let due: ContinuousClock.Instant
        let start: ContinuousClock.Instant
        var idempotencyKey: String?
        private(set) var operation: GatewayModels.Operation?
        private var acceptedAt: ContinuousClock.Instant?
        private var accepted: Duration?
        private var readable: Duration?
        private var scan: String?
        private var outcome = LoadOperation.Outcome.info
        private var status = 0
        private var endedAt: ContinuousClock.Instant?

        init(kind: LoadKind, account: String, due: ContinuousClock.Instant, start: ContinuousClock.Instant) {
            self.kind = kind
            self.account = account
            self.due = due
            self.start = start
        }

        mutating func accept(_ operation: GatewayModels.Operation) {
            let now = ContinuousClock.now
            self.operation = operation
            acceptedAt = now
            accepted = now - due
            scan = operation.resourceID
        }

        /// Records that the verdict of an accepted scan is readable.
        mutating func read() { readable = .now - (acceptedAt ?? due) }

        /// Records a verdict that came with the first answer.
        mutating func hold(_ scan: String?) {
            self.scan = scan
            readable = .now - due
        }

        mutating func end(_ outcome: LoadOperation.Outcome, status: Int) {
            self.outcome = outcome
            self.status = status
            endedAt = .now
        }

        /// Records that the operation ended without a scan.
        mutating func refuse(status: Int) {
            scan = nil
            end(.fail, status: status)
        }

        var finished: LoadOperation {
            LoadOperation(
                kind: kind, key: account, idempotencyKey: idempotencyKey, begin: due - start,
                end: (endedAt ?? .now) - start, outcome: outcome, status: status, accepted: accepted,
                readable: readable, scan: scan)
        }
    }
}

extension GatewayModels.Operation {
    /// The last path segment of the result's address.
    var resourceID: String? { resource?.split(separator: "/").last.map(String.init) }
}
