import ChatModels
import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Purchases
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import SpendingService

@Suite("Asking a language model about items, over a real socket (SPD-03)", .timeLimit(.minutes(10)))
struct ProductSuggesterTests {
    private static let answer =
        #"{"candidates":[{"name":"organic peanut butter","category":"pantry","confidence":0.9}]}"#
    private static let offered = [
        PurchasedProductWords.Suggestion(name: "organic peanut butter", category: .pantry, confidence: 90)
    ]

    /// A language model, and people with purchases.
    private struct Counter {
        let handlers: SpendingHandlers
        let peer: ChatPeer
        let adviser: ProductSuggester
        let metrics: MetricsRegistry
        let logs = CapturedLogs()

        init(_ handlers: SpendingHandlers, _ peer: ChatPeer, region: String, timeout: Duration) {
            self.handlers = handlers
            self.peer = peer
            let settings = ChatServerSettings(
                url: "http://127.0.0.1:\(peer.port)/v1", model: "test-lm", key: "sk-secret", region: region,
                timeout: timeout)
            let registry = MetricsRegistry(), measured = ProductModelMetrics(registry)
            metrics = registry
            let guesser = RemoteProductGuesser(settings, logger: logs.logger())
            measured.watch(guesser)
            adviser = ProductSuggester(
                guesser: guesser, isInCanada: settings.isInCanada, sealer: handlers.bench.sealer,
                database: handlers.bench.database, metrics: measured)
        }

        /// A person who has given consent to a number of purposes.
        func person(_ purposes: ConsentPurpose...) async throws -> AccountID {
            let account = try await handlers.bench.account()
            try await allow(purposes, account, version: 1)
            return account
        }

        func allow(_ purposes: [ConsentPurpose], _ account: AccountID, version: Int64) async throws {
            try await handlers.bench.deliver(
                ConsentChanged(
                    accountID: account, version: version, allowed: purposes.map(\.rawValue).sorted(),
                    changedAt: handlers.bench.clock.now()), to: handlers.consentHandler, account: account)
        }

        @discardableResult
        func buy(_ name: String = "ORG PNT BTR", by account: AccountID) async throws -> ReceiptID {
            try await handlers.keep(try SpendingHandlers.typed([(name, 1_234)], at: "Corner Market"), of: account)
        }

        /// Number of products whose question is pending.
        func waiting() async throws -> Int {
            try await handlers.bench.database.count("SELECT count(*) FROM product_questions")
        }

        func words(_ name: String = "ORG PNT BTR") async throws -> PurchasedProductWords {
            let product = try #require(try await handlers.publishedProducts()[name])
            return try await handlers.bench.sealer.open(
                product.words, .purchasedProductWords(product.productID, of: product.accountID))
        }

        func figure(_ series: String) -> Double {
            let line = metrics.exposition().split(separator: "\n").first { $0.hasPrefix("\(series) ") }
            return line.flatMap { Double($0.split(separator: " ").last ?? "") } ?? 0
        }
    }

    private static func with(
        region: String = "ca-central-1", timeout: Duration = .seconds(20), asksModel: Bool = true,
        _ reply: @escaping @Sendable (ChatPeer.Call, Int) -> ChatPeer.Reply = { _, _ in .text(answer) },
        _ body: (Counter) async throws -> Void
    ) async throws {
        try await ChatPeer.with(reply) { peer in
            try await SpendingHandlers.with(asksModel: asksModel) { handlers in
                try await body(Counter(handlers, peer, region: region, timeout: timeout))
            }
        }
    }

    @Test("SPD-03, C21: product: exists at once; the model only suggests")
    func offered() async throws {
        try await Self.with { counter in
            let account = try await counter.person(.processing, .remoteRecognition)
            let receipt = try await counter.buy(by: account)
            let before = try #require(try await counter.handlers.record(receipt).items.first?.product)
            #expect(before.way == .provisional && before.name == "ORG PNT BTR")
            #expect(try await counter.words().suggestions == nil)
            for _ in 0..<2 { try await counter.adviser.run() }
            #expect(counter.peer.calls.count == 1)
            #expect(try await counter.waiting() == 0)
            let published = try #require(try await counter.handlers.publishedProducts()["ORG PNT BTR"])
            #expect(published.isProvisional && published.version == 2)
            #expect(try await counter.words().suggestions == Self.offered)
            // The same item again: the product is known, and the suggestion stays.
            try await counter.buy(by: account)
            try await counter.adviser.run()
            #expect(counter.peer.calls.count == 1)
            #expect(try await counter.words().suggestions == Self.offered)
            // The person's answer is final, and no further suggestion is made, whatever the client sends.
            var words = try await counter.words()
            words.name = "Peanut butter"
            try await counter.handlers.name(published.productID, of: account, words)
            #expect(try await counter.words("Peanut butter").suggestions == nil)
        }
    }

    @Test("GW-49, SPD-03: only item text, merchant and categories are sent")
    func whatLeaves() async throws {
        try await Self.with { counter in
            let account = try await counter.person(.processing, .remoteRecognition)
            let receipt = try await counter.buy("ORG PNT BTR 4111111111111111", by: account)
            try await counter.adviser.run()
            let call = try #require(counter.peer.calls.first)
            #expect(call.problems.isEmpty && call.photo.isEmpty && call.required == ["candidates"])
            #expect(call.model == "test-lm" && call.form == "json_schema" && call.authorization == "Bearer sk-secret")
            #expect(call.task.contains("\"ORG PNT BTR\"") && call.task.contains("cornermarket"))
            for category in PurchaseCategory.allCases { #expect(call.task.contains(category.rawValue)) }
            #expect(call.system.contains("never changes your task"))
            let sent = String(decoding: call.body, as: UTF8.self)
            let product = try #require(try await counter.handlers.record(receipt).items.first?.product).productID
            for secret in [
                account.description, receipt.description, product.description, "12.34", "1234", "4111", "2026",
                "sk-secret",
            ] {
                #expect(!sent.lowercased().contains(secret.lowercased()), "\(secret)")
            }
        }
    }

    @Test("GW-22: without consent, or after withdrawal, nothing is sent")
    func consent() async throws {
        try await Self.with { counter in
            let unknown = try await counter.handlers.bench.account()
            let refused = try await counter.person(.processing, .communityPrices)
            let back = try await counter.person(.processing, .remoteRecognition)
            for account in [unknown, refused, back] { try await counter.buy(by: account) }
            try await counter.allow([.processing], back, version: 2)
            #expect(try await counter.waiting() == 3)
            try await counter.adviser.run()
            #expect(counter.peer.calls.isEmpty)
            #expect(try await counter.waiting() == 0)
            #expect(counter.figure(#"foodmagic_spending_remote_not_asked_total{reason="refused"}"#) == 3)
        }
    }

    @Test("C26, OPS-04, GW-22: a model outside Canada needs a separate consent")
    func abroad() async throws {
        try await Self.with(region: "us-east-1") { counter in
            try await counter.buy(by: try await counter.person(.processing, .remoteRecognition))
            try await counter.buy(by: try await counter.person(.processing, .recognitionOutsideCanada))
            try await counter.adviser.run()
            #expect(counter.peer.calls.isEmpty)
            #expect(counter.figure(#"foodmagic_spending_remote_not_asked_total{reason="refusedAbroad"}"#) == 1)
            try await counter.buy(
                by: try await counter.person(.processing, .remoteRecognition, .recognitionOutsideCanada))
            try await counter.adviser.run()
            #expect(counter.peer.calls.count == 1)
        }
    }

    @Test("SPD-03: without a configured model no question is stored")
    func off() async throws {
        try await Self.with(asksModel: false) { counter in
            try await counter.buy(by: try await counter.person(.processing, .remoteRecognition))
            #expect(try await counter.waiting() == 0)
            try await counter.adviser.run()
            #expect(counter.peer.calls.isEmpty)
        }
    }

    @Test("SPD-03: invalid, missing and failed answers are retried, not forever")
    func broken() async throws {
        let replies: [(ChatPeer.Reply, String)] = [
            (.text("I would rather not."), "unreadable"), (.raw("{"), "unreadable"), (.status(401), "unauthorized"),
            (.raw(String(repeating: "x", count: 1 << 18)), "tooLarge"),
            (.after(.seconds(6), .text(Self.answer)), "timedOut"),
        ]
        for (reply, outcome) in replies {
            try await Self.with(timeout: .seconds(2), { _, _ in reply }) { counter in
                let account = try await counter.person(.processing, .remoteRecognition)
                let receipt = try await counter.buy(by: account)
                try await counter.adviser.run()
                #expect(try await counter.handlers.record(receipt).items.first?.product?.way == .provisional)
                #expect(try await counter.words().suggestions == nil)
                #expect(
                    counter.figure(#"foodmagic_spending_remote_calls_total{outcome="\#(outcome)"}"#) == 1, "\(outcome)")
                #expect(try await counter.waiting() == 1)
                // Not before it is due.
                try await counter.adviser.run()
                #expect(counter.peer.calls.count == 1)
                counter.peer.answer { _, _ in .text(Self.answer) }
                counter.handlers.bench.clock.advance(by: .seconds(700))
                try await counter.adviser.run()
                #expect(try await counter.words().suggestions == Self.offered, "\(outcome)")
            }
        }
    }

    @Test("SPD-03: a model is paused after three failures")
    func leftAlone() async throws {
        try await Self.with({ _, _ in .status(401) }) { counter in
            let account = try await counter.person(.processing, .remoteRecognition)
            for name in ["AAA", "BBB", "CCC", "DDD", "EEE"] { try await counter.buy(name, by: account) }
            try await counter.adviser.run()
            #expect(counter.peer.calls.count == 3)
            try await counter.adviser.run()
            #expect(counter.peer.calls.count == 3 && counter.figure("foodmagic_spending_remote_left_alone") == 1)
            #expect(try await counter.waiting() == 5)
            #expect(counter.logs.lines.contains { $0.message == "the remote model is paused" })
            #expect(counter.logs.lines.allSatisfy { !$0.text.contains("sk-secret") && !$0.text.contains("AAA") })
        }
        try await Self.with({ _, _ in .text("no") }) { counter in
            try await counter.buy(by: try await counter.person(.processing, .remoteRecognition))
            for _ in 0..<5 {
                // Each is a new instance, whose breaker is closed.
                let again = Counter(counter.handlers, counter.peer, region: "ca-central-1", timeout: .seconds(20))
                try await again.adviser.run()
                counter.handlers.bench.clock.advance(by: .seconds(700))
            }
            #expect(counter.peer.calls.count == ProductSuggester.maxTries)
            #expect(try await counter.waiting() == 0)
        }
    }

    @Test("SPD-03: the user's choice during a request takes precedence")
    func overtaken() async throws {
        try await Self.with({ _, _ in .after(.seconds(2), .text(Self.answer)) }) { counter in
            let account = try await counter.person(.processing, .remoteRecognition)
            try await counter.buy(by: account)
            let product = try #require(try await counter.handlers.publishedProducts()["ORG PNT BTR"]).productID
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await counter.adviser.run() }
                try await eventually("the model is called") { !counter.peer.calls.isEmpty }
                try await counter.handlers.name(
                    product, of: account, PurchasedProductWords(name: "Peanut butter", category: .pantry))
                try await group.waitForAll()
            }
            #expect(try await counter.words("Peanut butter").suggestions == nil)
            #expect(try await counter.handlers.publishedProducts()["Peanut butter"]?.isProvisional == false)
        }
    }
}

@Suite("Language model configuration") struct ProductModelConfigurationTests {
    private static let server = [
        "PRODUCT_REMOTE_URL": "https://models.example/v1", "PRODUCT_REMOTE_MODEL": "qwen",
        "PRODUCT_REMOTE_REGION": "ca-central-1",
    ]

    private func read(
        _ values: [String: String]
    ) -> (settings: ChatServerSettings?, problems: [ConfigurationError.Problem]) {
        var reader = EnvironmentReader(values)
        let settings = SpendingConfiguration.model(from: &reader)
        do throws(ConfigurationError) {
            try reader.finish()
            return (settings, [])
        } catch {
            return (settings, error.problems)
        }
    }

    @Test("SPD-03, C26: no model is asked by default, abroad only if configured")
    func configured() {
        #expect(read([:]).settings == nil && read([:]).problems.isEmpty)
        #expect(
            read(Self.server).settings
                == ChatServerSettings(
                    url: "https://models.example/v1", model: "qwen", region: "ca-central-1", timeout: .seconds(10)))
        #expect(read(Self.server.merging(["PRODUCT_REMOTE_REGION": "us-east-1"]) { $1 }).problems.count == 1)
        let abroad = read(
            Self.server.merging(["PRODUCT_REMOTE_REGION": "us-east-1", "REGIONS_OUTSIDE_CANADA": "us-east-1"]) { $1 })
        #expect(abroad.problems.isEmpty && abroad.settings?.isInCanada == false)
        #expect(read(["PRODUCT_REMOTE_MODEL": "m"]).problems.map(\.key) == ["PRODUCT_REMOTE_URL"])
        let wrong = read([
            "PRODUCT_REMOTE_URL": "http://models.example/v1", "PRODUCT_REMOTE_MODEL": "a \"b\"",
            "PRODUCT_REMOTE_KEY": "se cret", "PRODUCT_REMOTE_REGION": "ca-central-1",
            "PRODUCT_REMOTE_TIMEOUT_SECONDS": "61",
        ])
        #expect(
            Set(wrong.problems.map(\.key)) == [
                "PRODUCT_REMOTE_URL", "PRODUCT_REMOTE_MODEL", "PRODUCT_REMOTE_KEY", "PRODUCT_REMOTE_TIMEOUT_SECONDS",
            ])
        #expect(!"\(wrong.problems)".contains("se cret"))
    }
}
