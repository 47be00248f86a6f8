import Foundation
import NotificationChannels
import Outbound
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Slow servers", .slow, .serialized, .timeLimit(.minutes(10)))
struct SlowServerTests {
    /// Runs servers that accept connections and never answer.
    private static func withTarpits(_ count: Int, _ ports: [Int] = [], _ body: ([Int]) async throws -> Void)
        async throws
    {
        guard ports.count < count else { return try await body(ports) }
        try await SilentServer.with { port in try await withTarpits(count, ports + [port], body) }
    }

    private static func chat(_ port: Int) throws -> ChannelTarget {
        .chat(try #require(TargetURL("http://127.0.0.1:\(port)/hook", allowsPlain: true)))
    }

    /// Sends messages to silent servers until the given number is refused, and meanwhile to one that answers.
    ///
    /// - Returns: The results of the server that answers, and the durations of the others.
    private static func published(
        beside tarpits: Int, each: Int, leftAlone: Int, use: ChannelSender.Use, breakers: ChannelBreakers
    ) async throws -> (slow: [DeliveryOutcome], quick: [(outcome: DeliveryOutcome, took: Duration)]) {
        let sender = ChannelSender(
            mail: nil, vapid: nil, neighbors: PeerAddresses.loopback, breakers: breakers, use: use)
        let ended = Outcomes(), quick = Outcomes()
        try await withTarpits(tarpits) { ports in
            try await HTTPPeer.with { peer in
                let healthy = try chat(peer.port), slow = try ports.map(chat)
                await withTaskGroup(of: Void.self) { group in
                    for target in slow {
                        for _ in 0..<each {
                            group.addTask {
                                let outcome = await sender.send(Messages.alert, to: target, at: .now)
                                // A truncated answer has no result.
                                if !Task.isCancelled { ended.add(outcome, .zero) }
                            }
                        }
                    }
                    // The slow servers hold all their slots by then.
                    try? await Task.sleep(for: .milliseconds(200))
                    for _ in 0..<5 {
                        let start = ContinuousClock.now
                        let outcome = await sender.send(Messages.alert, to: healthy, at: .now)
                        quick.add(outcome, ContinuousClock.now - start)
                    }
                    // All wait equally long for a slot, so no others end soon after.
                    try? await eventually("the others are left alone") { ended.all.count >= leftAlone }
                    try? await Task.sleep(for: .milliseconds(500))
                    group.cancelAll()
                }
            }
        }
        return (ended.all.map(\.outcome), quick.all)
    }

    @Test(
        "NOT-04: twenty silent servers do not delay an alert to another one"
    )
    func alerts() async throws {
        let breakers = ChannelBreakers()
        let (slow, quick) = try await Self.published(
            beside: 20, each: 8, leftAlone: 80, use: .alerts, breakers: breakers)
        #expect(quick.count == 5 && quick.allSatisfy { $0.outcome == .accepted(proof: "201") })
        #expect(quick.allSatisfy { $0.took <= .seconds(5) }, "\(quick.map(\.took))")
        #expect(slow.count == 80 && slow.allSatisfy(\.isLeftAlone), "\(slow.count)")
        #expect(breakers.open.isEmpty)
    }

    @Test("NOT-13: a busy server's refusal does not count as an attempt")
    func notices() async throws {
        let breakers = ChannelBreakers()
        let (slow, quick) = try await Self.published(
            beside: 20, each: 8, leftAlone: 120, use: .notices, breakers: breakers)
        #expect(quick.count == 5 && quick.allSatisfy { $0.outcome == .accepted(proof: "201") })
        #expect(quick.allSatisfy { $0.took <= .seconds(5) }, "\(quick.map(\.took))")
        #expect(slow.count == 120 && slow.allSatisfy(\.isLeftAlone), "\(slow.count)")
        #expect(breakers.open.isEmpty)
    }

    @Test("slow server: once it responds, it gets many concurrent requests")
    func grows() async throws {
        let sender = ChannelSender(mail: nil, vapid: nil, neighbors: PeerAddresses.loopback)
        try await HTTPPeer.with { peer in
            let target = try Self.chat(peer.port)
            let outcomes = await withTaskGroup(of: DeliveryOutcome.self) { group in
                for _ in 0..<256 { group.addTask { await sender.send(Messages.alert, to: target, at: .now) } }
                return await group.reduce(into: [DeliveryOutcome]()) { $0.append($1) }
            }
            #expect(outcomes.allSatisfy { $0 == .accepted(proof: "201") } && peer.calls.count == 256)
        }
    }

    @Test("slow mail server: waiting uses no attempt, other channels continue")
    func mails() async throws {
        try await SMTPPeer.with { peer in
            peer.behave(.init(thinks: 2))
            let breakers = ChannelBreakers(), sender = Self.sender(peer, breakers)
            let outcomes = await withTaskGroup(of: DeliveryOutcome.self) { group in
                for place in 0..<64 { group.addTask { await sender.send(Self.mail("p\(place)"), at: .now) } }
                return await group.reduce(into: [DeliveryOutcome]()) { $0.append($1) }
            }
            let sent = outcomes.count { $0 == .accepted(proof: "250") }
            #expect(sent >= 4 && sent == peer.mails.count)
            #expect(outcomes.count(where: \.isLeftAlone) == 64 - sent, "\(outcomes)")
            // The retries are spread over time.
            let pauses = Set(outcomes.compactMap(\.pause))
            #expect(pauses.count > 4 && breakers.open.isEmpty)
        }
    }

    @Test("mail server: deferred mails do not pause it; reply 421 does")
    func greylisting() async throws {
        try await SMTPPeer.with { peer in
            peer.behave(.init(recipientReply: "451 come back later"))
            let breakers = ChannelBreakers(), sender = Self.sender(peer, breakers)
            for place in 0..<8 {
                #expect(await sender.send(Self.mail("p\(place)"), at: .now) == .later(after: nil, "reply 451"))
            }
            #expect(breakers.open.isEmpty && breakers.openByKind.mail == 0)
            peer.behave(.init())
            #expect(await sender.send(Self.mail("known"), at: .now) == .accepted(proof: "250"))
            peer.behave(.init(recipientReply: "421 going down"))
            for _ in 0..<5 {
                #expect(await sender.send(Self.mail("p"), at: .now) == .later(after: nil, "reply 421"))
            }
            #expect(await sender.send(Self.mail("p"), at: .now) == .leftAlone(for: .seconds(30)))
            #expect(breakers.openByKind.mail == 1 && breakers.openByKind.named == 0)
        }
    }

    private static func sender(_ peer: SMTPPeer, _ breakers: ChannelBreakers) -> ChannelSender {
        ChannelSender(
            mail: .init(
                server: MailServer(host: "127.0.0.1", port: peer.port, trustFile: peer.trustFile),
                from: .init(name: "Food Magic", address: "mail@food.test")),
            vapid: nil, breakers: breakers)
    }

    private static func mail(_ person: String) -> MailMessage {
        MailMessage(
            from: .init(name: "Food Magic", address: "mail@food.test"), to: .init(address: "\(person)@mail.test"),
            subject: "Hello", paragraphs: ["A word."], action: nil, footnotes: [], language: "en",
            date: Date(timeIntervalSince1970: 1_700_000_000), id: UUID(), unsubscribe: nil)
    }
}

/// The results of attempts, reported by several tasks.
private final class Outcomes: Sendable {
    private let list = Mutex<[(outcome: DeliveryOutcome, took: Duration)]>([])

    var all: [(outcome: DeliveryOutcome, took: Duration)] { list.withLock { $0 } }

    func add(_ outcome: DeliveryOutcome, _ took: Duration) { list.withLock { $0.append((outcome, took)) } }
}

extension DeliveryOutcome {
    /// Duration of the pause.
    fileprivate var pause: Duration? {
        guard case .leftAlone(let pause) = self else { return nil }
        return pause
    }

    fileprivate var isLeftAlone: Bool { pause != nil }
}
