import Foundation
import Kafka

/// A release that breaks the contract, for fault tests: it says a required field of every event by another name, and
/// reads both names, so that nothing is wrong among its own copies.
enum RenamedField {
    private static let said = Data(#""accountID":"#.utf8)
    private static let renamed = Data(#""accountIDOfTheNextRelease":"#.utf8)

    /// The body as such a release sends it.
    static func applied(to body: [UInt8]) -> [UInt8] { replacing(said, by: renamed, in: body) }

    /// The body as every release knows it.
    static func undone(in body: [UInt8]) -> [UInt8] { replacing(renamed, by: said, in: body) }

    private static func replacing(_ old: Data, by new: Data, in body: [UInt8]) -> [UInt8] {
        var rest = Data(body)[...], result = Data()
        while let found = rest.range(of: old) {
            result += rest[rest.startIndex..<found.lowerBound]
            result += new
            rest = rest[found.upperBound...]
        }
        return [UInt8](result + rest)
    }
}

extension OutgoingRecord {
    /// The record as a release sends it that breaks the contract.
    var withRenamedField: OutgoingRecord {
        OutgoingRecord(
            topic: topic, partition: partition, key: key, value: value.map(RenamedField.applied(to:)), headers: headers)
    }
}
