import Messaging

/// The personal data of `notification`.
package enum NotificationErasure {
    /// The erasure of each table; rows that reference a notice are deleted before it.
    package static let list = ErasureList([
        .rows(of: "deliveries"),
        .rows(of: "tellings"),
        .rows(of: "notices"),
        .rows(of: "targets"),
        .rows(of: "preferences"),
        .rows(of: "account_mails"),
        .rows(of: "share_posts"),
        .rows(of: "push_tests"),
        .rows(of: "contacts"),
        .rows(of: "subscriptions"),
        .rows(of: "eaten_days"),
        .rows(of: "goals"),
        .rows(of: "day_plans"),
        .rows(of: "accounts"),
    ])
}
