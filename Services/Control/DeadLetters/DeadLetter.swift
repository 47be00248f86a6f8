import EventContracts
import Foundation
import Hexadecimal

/// An event that a service moved to the dead letters, or that is parked behind one.
struct DeadLetter: Sendable, Encodable, Equatable {
    enum State: String, Sendable, Encodable {
        case dead, parked
    }

    let id: DeadLetterID
    let state: State
    let topic: String
    let resource: String
    let key: String
    let type: String?
    let correlation: UUID?
    let reason: String?
    let attempts: Int
    let replays: Int
    let failedAt: Date
    /// Number of records parked behind this dead letter without an attempt.
    let behind: Int

    private enum Key: String, CodingKey {
        case id, state, topic, resource, key, type, correlation, reason, attempts, replays, failedAt, behind
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id.description, forKey: .id)
        try container.encode(state, forKey: .state)
        try container.encode(topic, forKey: .topic)
        try container.encode(resource, forKey: .resource)
        try container.encode(key, forKey: .key)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encodeIfPresent(correlation?.text, forKey: .correlation)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(replays, forKey: .replays)
        try container.encode(failedAt, forKey: .failedAt)
        try container.encode(behind, forKey: .behind)
    }
}

/// Selects dead letters; all given conditions must match.
struct DeadLetterFilter: Sendable, Equatable {
    /// Full type names or short ones, such as `assess-label-text`.
    var types: [String] = []
    /// A resource id, or at least its first 8 characters.
    var resource: String?
    /// A part of the reason, case-insensitive.
    var reason: String?
    /// Minimum time since the event was moved to the dead letters.
    var olderThan: Duration?

    func admits(_ letter: DeadLetter, now: Date) -> Bool {
        if !types.isEmpty {
            guard let type = letter.type.map({ EventType($0) }), types.contains(where: { TypeName.matches($0, type) })
            else { return false }
        }
        if let resource, !letter.resource.lowercased().hasPrefix(resource.lowercased()) { return false }
        if let reason {
            guard letter.reason?.range(of: reason, options: .caseInsensitive) != nil else { return false }
        }
        if let olderThan, now.timeIntervalSince(letter.failedAt) < olderThan / .seconds(1) { return false }
        return true
    }
}

/// Shows dead letters.
enum DeadLetterTable {
    static func show(_ letters: [DeadLetter], now: Date, on console: Console) {
        var table = Table(
            "id", "state", "type", "topic", "resource", .number("tries"), .number("behind"), .number("age"), "reason")
        for letter in letters {
            table.add(
                .init(letter.id.description, .bold),
                .init(letter.state.rawValue, letter.state == .dead ? .red : .yellow),
                .init(letter.type.map { TypeName.short(EventType($0)) } ?? "–"), .init(letter.topic),
                .init(EventLine.short(letter.resource)), .init(String(letter.attempts)), .init(String(letter.behind)),
                .init(Figures.age(.seconds(now.timeIntervalSince(letter.failedAt)))),
                .init(DisplayWidth.cut(letter.reason ?? "", to: 80)))
        }
        console.table(table)
    }
}
