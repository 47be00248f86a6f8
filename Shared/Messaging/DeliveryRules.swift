/// The protections of DESIGN section 4 by name, so that a test can show what each one holds off; services use `all`.
package struct MessagingRules: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// At or below the last sequence = done before.
    package static let consumed = MessagingRules(rawValue: 1 << 0)
    /// A jump in the sequence is a hole: not applied, asked for.
    package static let jump = MessagingRules(rawValue: 1 << 1)
    /// A skip of offsets is a gap of the partition, asked for by offsets, closed by a marker.
    package static let gap = MessagingRules(rawValue: 1 << 2)
    /// A record of a newer epoch sends the consumer back to offset 0.
    package static let seek = MessagingRules(rawValue: 1 << 3)
    /// The record before the position is looked at on assignment and after a reconnect.
    package static let lookBack = MessagingRules(rawValue: 1 << 4)
    /// Ordered events wait behind a dead letter of their resource.
    package static let park = MessagingRules(rawValue: 1 << 5)
    /// A dead letter ends its operation.
    package static let failOperation = MessagingRules(rawValue: 1 << 6)
    /// Re-emitted snapshots are for projections: others only advance.
    package static let snapshotQuiet = MessagingRules(rawValue: 1 << 7)
    /// Relays detect a lost log by cluster id and log end.
    package static let epochDetect = MessagingRules(rawValue: 1 << 8)
    /// A delivery report at or below the remembered offset means a lost log.
    package static let report = MessagingRules(rawValue: 1 << 9)
    /// A relay stays within the cap of the slowest committed offset.
    package static let pace = MessagingRules(rawValue: 1 << 10)
    /// The offset is our own row, moved in the effect's transaction.
    package static let ownOffsets = MessagingRules(rawValue: 1 << 11)

    /// What can never work is set aside; otherwise its partition waits behind it.
    package static let setAside = MessagingRules(rawValue: 1 << 12)
    /// What comes of an erased account is skipped.
    package static let erased = MessagingRules(rawValue: 1 << 13)

    /// Inside a version no field has another name (STYLE E7).
    package static let fieldNames = MessagingRules(rawValue: 1 << 14)

    /// Each protection's name, as configuration knows it.
    package static let names: [(name: String, rule: MessagingRules)] = [
        ("consumed", .consumed), ("jump", .jump), ("gap", .gap), ("seek", .seek), ("lookBack", .lookBack),
        ("park", .park), ("failOperation", .failOperation), ("snapshotQuiet", .snapshotQuiet),
        ("epochDetect", .epochDetect), ("report", .report), ("pace", .pace), ("ownOffsets", .ownOffsets),
        ("setAside", .setAside), ("erased", .erased), ("fieldNames", .fieldNames),
    ]

    /// Every protection.
    package static let all = MessagingRules(names.map(\.rule))

    /// All but those named, separated by commas; nil when a name is none.
    package init?(allBut text: String) {
        self = .all
        for name in text.split(separator: ",") {
            guard let rule = Self.names.first(where: { $0.name == name })?.rule else { return nil }
            remove(rule)
        }
    }
}
