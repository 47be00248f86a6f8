import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Quantities

/// A link that shows others the picture of a meal or of a day (NUT-23).
///
/// It includes the meal's photo if the owner chose so, and nothing else about the owner.
struct Share: Sendable {
    let id: UUID
    let account: AccountID
    /// The id of the meal, or of the day.
    let subject: UUID
    /// The photo of the meal; nil unless its owner chose to share it.
    var photo: PhotoKey?
    let nutrients: [Nutrient]
    let language: FoodLanguage
    let createdAt: Date
    let expiresAt: Date

    /// The day of the link; nil for a meal.
    var day: CalendarDay? { DayID(subject).day(of: account) }
    /// The shared resource.
    var resource: ResourceReference {
        day.map { ResourceReference($0, of: account) } ?? ResourceReference(.meal, subject)
    }

    /// Allowed lifetime of a link, in days.
    static let days = 1...30
    /// Default lifetime of a link, in days.
    static let defaultDays = 7
    /// Maximum number of active links per person.
    static let maxPerAccount = 100
}

/// A platform for sharing; the raw value is the code on the wire.
enum SharePlatform: String, Sendable, CaseIterable, Encodable {
    case messenger, whatsapp, instagram, discord, facebook, twitter

    /// How a link is sent to a platform.
    enum Way: String, Sendable, Encodable {
        /// The client opens a page or an app with the link in its address.
        case link
        /// The platform has no such address, so the device's share sheet is used.
        case webShare = "web-share"
        /// The gateway posts the link to the chat room whose webhook the person configured.
        case posted
    }

    var way: Way { self == .instagram || self == .discord ? .webShare : .link }

    /// The address that opens the platform with the link, if any.
    func address(sharing link: String) -> String? {
        let escaped = link.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return switch self {
        case .messenger: "fb-messenger://share?link=\(escaped)"
        case .whatsapp: "https://wa.me/?text=\(escaped)"
        case .facebook: "https://www.facebook.com/sharer/sharer.php?u=\(escaped)"
        case .twitter: "https://twitter.com/intent/tweet?url=\(escaped)"
        case .instagram, .discord: nil
        }
    }
}
