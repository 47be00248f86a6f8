import Messaging

/// Delivery rules with some of them disabled, so that a test can show what each one prevents.
package struct WeakenedRules: OptionSet, DeliveryRules {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A sequence number at or below the last one marks a duplicate.
    package static let consumed = WeakenedRules(rawValue: 1 << 0)
    /// A jump in the sequence numbers is a gap.
    package static let jump = WeakenedRules(rawValue: 1 << 1)
    /// Skipped offsets are a gap of the partition.
    package static let gap = WeakenedRules(rawValue: 1 << 2)
    /// A record of a newer epoch resets the consumer to offset 0.
    package static let seek = WeakenedRules(rawValue: 1 << 3)
    package static let readBack = WeakenedRules(rawValue: 1 << 4)
    package static let park = WeakenedRules(rawValue: 1 << 5)
    package static let failOperation = WeakenedRules(rawValue: 1 << 6)
    package static let snapshotQuiet = WeakenedRules(rawValue: 1 << 7)
    package static let epochDetect = WeakenedRules(rawValue: 1 << 8)
    package static let report = WeakenedRules(rawValue: 1 << 9)
    package static let pace = WeakenedRules(rawValue: 1 << 10)
    package static let ownOffsets = WeakenedRules(rawValue: 1 << 11)
    package static let setAside = WeakenedRules(rawValue: 1 << 12)
    package static let erased = WeakenedRules(rawValue: 1 << 13)

    /// The name of each rule in `PROTECTIONS_OFF`.
    package static let names: [(name: String, rule: WeakenedRules)] = [
        ("consumed", .consumed), ("jump", .jump), ("gap", .gap), ("seek", .seek), ("lookBack", .readBack),
        ("park", .park), ("failOperation", .failOperation), ("snapshotQuiet", .snapshotQuiet),
        ("epochDetect", .epochDetect), ("report", .report), ("pace", .pace), ("ownOffsets", .ownOffsets),
        ("setAside", .setAside), ("erased", .erased),
    ]

    package static let all = WeakenedRules(names.map(\.rule))

    /// All rules but those named, separated by commas; nil if a name is unknown.
    package init?(allBut text: String) {
        self = .all
        for name in text.split(separator: ",") {
            guard let rule = Self.names.first(where: { $0.name == name })?.rule else { return nil }
            remove(rule)
        }
    }

    package var readsOneRecordBack: Bool { contains(.readBack) }
    package var resumesFromOwnOffsets: Bool { contains(.ownOffsets) }
    package var parksBehindDeadLetters: Bool { contains(.park) }
    package var endsOperationsOfDeadLetters: Bool { contains(.failOperation) }
    package var keepsSnapshotsToProjections: Bool { contains(.snapshotQuiet) }
    package var setsAside: Bool { contains(.setAside) }
    package var skipsErased: Bool { contains(.erased) }
    package var detectsLostLogs: Bool { contains(.epochDetect) }
    package var checksDeliveryReports: Bool { contains(.report) }
    package var keepsWithinCap: Bool { contains(.pace) }

    package func decide(sequence: Int64, first: Int64, epoch: Int64, last: Int64, floor: Int64) -> InboxDecision {
        let decision = StandardDelivery().decide(
            sequence: sequence, first: first, epoch: epoch, last: last, floor: floor)
        return switch decision {
        case .ignore where epoch >= floor && !contains(.consumed): .apply(lost: nil)
        case .hole where !contains(.jump), .apply where !contains(.jump): .apply(lost: nil)
        default: decision
        }
    }

    package func read(
        _ records: [(offset: Int64, epoch: Int64)], at position: inout PartitionPosition
    ) -> PartitionPosition.Reading {
        let newest = records.reduce(0) { max($0, $1.epoch) }
        if !contains(.seek), newest > position.epoch {
            // Treats the newer log as if it were the known one.
            position.epoch = newest
            position.readsBack = false
        }
        let reading = position.read(records)
        guard case .take(let start, _) = reading, !contains(.gap) else { return reading }
        return .take(from: start, missing: [])
    }
}
