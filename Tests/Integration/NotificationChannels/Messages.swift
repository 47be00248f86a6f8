import Foundation
import NotificationChannels

/// Sample messages.
enum Messages {
    static let alert = ChannelMessage(
        id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), title: "Contains: peanuts",
        body: "The ingredient list contains peanuts.", link: "https://food.test/scans/1",
        reason: "You scanned this product.", isUrgent: true, language: "en-CA", matter: "notice-1",
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))
}
