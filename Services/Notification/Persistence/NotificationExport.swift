import EventContracts
import Messaging
import Sealing

/// The data export of `notification`.
package enum NotificationExport {
    /// The exported tables.
    ///
    /// They leave out secrets (codes in mails, keys of browsers), and delivery addresses, which are
    /// exported with the account and the notification preferences.
    package static let list = ExportList(
        [
            .rows(of: "notices", opening: [.sealed("text", by: "notice_id", SealingContext.noticeText)]),
            .rows(of: "tellings"),
            .rows(of: "deliveries"),
            .rows(of: "targets", leavingOut: ["details"]),
            .rows(of: "preferences"),
            .rows(of: "account_mails", leavingOut: ["parameters"]),
            .rows(of: "share_posts", leavingOut: ["words"]),
            .rows(of: "push_tests"),
            .rows(of: "contacts"),
            .rows(of: "accounts"),
            .rows(of: "day_plans"),
        ],
        leavingOut: [
            "subscriptions": "a copy of billing events, to send each notice once",
            "eaten_days": "a copy of the daily totals of nutrition",
            "goals": "a copy of the goals of nutrition",
        ])
}
