import Foundation

/// What the gateway knows of the account behind a contribution that may reach others.
///
/// It decides whether the contribution counts as an independent person's. It holds no address; the network is a keyed hash
/// that differs for each subject.
package struct Voucher: Codable, Sendable, Equatable {
    /// Age at which a verified account begins to count, in seconds: 7 days.
    package static let minimumAge: TimeInterval = 7 * 86_400

    /// Whether the e-mail address is verified.
    package var isVerified: Bool
    package var registeredAt: Date
    /// Stands for the client's network (its /24 or /48 prefix): a hash, under a key of the gateway, of network and subject.
    ///
    /// A label is a subject; all purchases are one, and `spending` binds it to thing and shop before it stores it.
    package var network: UUID
    /// Whether the account is of the staff that keeps the foods, whose photo of a label settles what the label says.
    ///
    /// Nil means false.
    package var isStaff: Bool?

    package init(isVerified: Bool, registeredAt: Date, network: UUID, isStaff: Bool? = nil) {
        self.isVerified = isVerified
        self.registeredAt = registeredAt
        self.network = network
        self.isStaff = isStaff
    }

    /// When the account begins to count for others; nil while its address is not verified.
    ///
    /// The first midnight (UTC) once it is old enough: what is kept for good must not tell the instant of its registration.
    package var countsFrom: Date? {
        guard isVerified else { return nil }
        let day: TimeInterval = 86_400
        let due = registeredAt.addingTimeInterval(Self.minimumAge).timeIntervalSince1970
        return Date(timeIntervalSince1970: (due / day).rounded(.up) * day)
    }
}

/// How well a fact that reaches others is supported.
package enum Standing: String, EventValue, CaseIterable {
    /// By enough independent people who agree, or by the staff.
    case confirmed
    /// By too few accounts to confirm it.
    case reported
    /// Readings contradict each other.
    case disputed
    /// By no account.
    case unknown
}
