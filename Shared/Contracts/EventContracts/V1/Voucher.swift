import Foundation

/// The gateway's facts about the account behind a contribution to shared data.
///
/// They decide whether the contribution counts as that of an independent person. They contain no address; the network
/// is a keyed hash that differs for each subject.
package struct Voucher: Codable, Sendable, Equatable {
    /// Age at which a verified account begins to count, in seconds: 7 days.
    package static let minimumAge: TimeInterval = 7 * 86_400

    /// Whether the e-mail address is verified.
    package var isVerified: Bool
    package var registeredAt: Date
    /// Identifies the client's network (its /24 or /48 prefix): a hash of network and subject under a key of the
    /// gateway.
    ///
    /// Each label is a subject of its own; all purchases share one, and `spending` binds it to product and shop before
    /// storing it.
    package var network: UUID
    /// Whether the account belongs to the catalog staff, whose label photos settle a label's content.
    ///
    /// Nil means false.
    package var isStaff: Bool?

    package init(isVerified: Bool, registeredAt: Date, network: UUID, isStaff: Bool? = nil) {
        self.isVerified = isVerified
        self.registeredAt = registeredAt
        self.network = network
        self.isStaff = isStaff
    }

    /// When the account's contributions begin to count for others; nil while its address is not verified.
    ///
    /// The first midnight (UTC) after the minimum age: permanently kept data must not reveal the instant of its
    /// registration.
    package var countsFrom: Date? {
        guard isVerified else { return nil }
        let day: TimeInterval = 86_400
        let due = registeredAt.addingTimeInterval(Self.minimumAge).timeIntervalSince1970
        return Date(timeIntervalSince1970: (due / day).rounded(.up) * day)
    }
}

/// How well a fact in shared data is supported.
package enum Standing: String, EventValue, CaseIterable {
    /// Supported by enough independent people who agree, or by the staff.
    case confirmed
    /// Supported by too few accounts to be confirmed.
    case reported
    /// Readings contradict each other.
    case disputed
    /// Supported by no account.
    case unknown
}
