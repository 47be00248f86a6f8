import NotificationChannels

/// Until when a try under way is one copy's, in the column `held_until`.
///
/// By the clock of the database, which all copies share: by their own, a copy that is ahead takes what another has just begun,
/// and the person is told twice.
enum Hold {
    /// Nobody has a try under way.
    static let isOver = "(held_until IS NULL OR held_until <= clock_timestamp())"

    /// What to store: when a try that begins now is another's, or nothing.
    static func end(_ isHolding: Bool) -> String {
        isHolding ? "clock_timestamp() + make_interval(secs => \(Delivery.lease))" : "NULL"
    }
}
