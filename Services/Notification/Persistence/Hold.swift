import NotificationChannels

/// The lease of an attempt, in the column `held_until`.
///
/// It uses the database clock, which all instances share: with their own clocks, an instance running ahead would take
/// over a fresh attempt and send it twice.
enum Hold {
    /// The condition that no attempt is in progress.
    static let isOver = "(held_until IS NULL OR held_until <= clock_timestamp())"

    /// The stored value: the end of the lease if an attempt starts now, otherwise NULL.
    static func end(_ isHolding: Bool) -> String {
        isHolding ? "clock_timestamp() + make_interval(secs => \(Delivery.lease))" : "NULL"
    }
}
