import EventContracts
import IngestionCore

extension NotificationsFeature {
    package static func addRoutes(to routes: inout RouteList<Self>) {
        routes.get(
            "/v1/notifications", "listNotifications", .signedIn(.notifications), .compressed
        ) { try await $0.notifications.list($1) }
        routes.post(
            "/v1/notifications/read", "readAllNotifications", .signedIn(.notifications), .optionalBody
        ) { try await $0.notifications.readAll($1) }
        routes.get(
            "/v1/notifications/{id}", "readNotification", .signedIn(.notifications)
        ) { try await $0.notifications.read($1) }
        routes.patch(
            "/v1/notifications/{id}", "changeNotification", .signedIn(.notifications)
        ) { try await $0.notifications.change($1) }
        routes.delete(
            "/v1/notifications/{id}", "deleteNotification", .signedIn(.notifications)
        ) { try await $0.notifications.delete($1) }
        routes.post(
            "/v1/notifications/{id}/restore", "restoreNotification", .signedIn(.notifications), .optionalBody
        ) { try await $0.notifications.restore($1) }
        routes.get(
            "/v1/notification-preferences", "readNotificationPreferences", .signedIn(.notifications)
        ) { try await $0.notificationPreferences.read($1) }
        routes.put(
            "/v1/notification-preferences", "setNotificationPreferences", .signedIn(.notifications)
        ) { try await $0.notificationPreferences.set($1) }
        routes.get("/v1/unsubscribe/{token}", "askToUnsubscribe", .anyone) { try $0.unsubscribing.showConfirmation($1) }
        routes.post(
            "/v1/unsubscribe/{token}", "unsubscribe", .anyone, .ignoredBody
        ) { try await $0.unsubscribing.take($1) }
        routes.get(
            "/v1/push-subscriptions", "listPushSubscriptions", .signedIn(.notifications)
        ) { try await $0.pushSubscriptions.list($1) }
        routes.post(
            "/v1/push-subscriptions", "addPushSubscription", .signedIn(.notifications)
        ) { try await $0.pushSubscriptions.add($1) }
        routes.delete(
            "/v1/push-subscriptions/{id}", "removePushSubscription", .signedIn(.notifications)
        ) { try await $0.pushSubscriptions.remove($1) }
        routes.post(
            "/v1/push-subscriptions/{id}/test", "testPushSubscription", .signedIn(.notifications), .optionalBody
        ) { try await $0.pushSubscriptions.test($1) }
        routes.get("/v1/events", "streamEvents", .signedIn(.events), .stream) { try await $0.events.stream($1) }
        routes.get(
            "/v1/announcements", "listAnnouncements", .anyone, .compressed
        ) { feature, _ in try await feature.announcements.list() }
        routes.post("/v1/client-reports", "takeClientReport", .anyone) { try $0.clientReports.take($1) }
    }
}
