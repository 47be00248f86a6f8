import CLibpq

/// One received NOTIFY.
struct ListenerNotification: Sendable {
    let channel: String
    let payload: String
}

extension LibpqConnection {
    /// Waits for notifications; returns the received ones, none if it was woken for another reason.
    ///
    /// - Throws: `.connection` if the connection is lost, `.cancelled` if the caller is cancelled.
    func waitForNotifications(until interruption: Interruption) throws(PostgresError) -> [ListenerNotification] {
        if let cause = interruption.cause { throw cause.error }
        var notifications = takeNotifications()
        if notifications.isEmpty {
            if wait(for: POLLIN, until: interruption.deadline) {
                guard PQconsumeInput(handle) == 1 else { throw lost() }
            }
            notifications = takeNotifications()
        }
        return notifications
    }

    private func takeNotifications() -> [ListenerNotification] {
        var notifications: [ListenerNotification] = []
        while let notification = PQnotifies(handle) {
            defer { PQfreemem(notification) }
            notifications.append(
                ListenerNotification(
                    channel: String(cString: notification.pointee.relname),
                    payload: String(cString: notification.pointee.extra)))
        }
        return notifications
    }
}
