import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Quantities

/// A link by which others see the picture of a meal or of a day, with the meal's photo if its owner says so, and nothing
/// else of its owner (NUT-23).
struct Share: Sendable {
    let id: UUID
    let account: AccountID
    /// The id of the meal, or of the day.
    let subject: UUID
    /// The photo of the meal that is shown as well; nil unless its owner said so.
    var photo: PhotoKey?
    let nutrients: [Nutrient]
    let language: FoodLanguage
    let createdAt: Date
    let expiresAt: Date

    /// The day that it is about; nil of a meal.
    var day: CalendarDay? { DayID(subject).day(of: account) }
    /// The shared resource.
    var resource: ResourceReference {
        day.map { ResourceReference($0, of: account) } ?? ResourceReference(.meal, subject)
    }

    /// Days that a link lasts.
    static let days = 1...30
    /// Days that a link lasts when its owner does not say.
    static let usualDays = 7
    /// Most links of one person that have not ended.
    static let most = 100
}

/// Where people share things; the raw value is the code on the wire.
enum SharePlatform: String, Sendable, CaseIterable, Encodable {
    case messenger, whatsapp, instagram, discord, facebook, twitter

    /// How a link gets there.
    enum Way: String, Sendable, Encodable {
        /// A page or an app is opened with the link in it.
        case link
        /// The platform has no address to open: the device's own sheet for sharing takes the picture there.
        case webShare = "web-share"
        /// We post it, into the room whose webhook the person gave.
        case posted
    }

    var way: Way { self == .instagram || self == .discord ? .webShare : .link }

    /// What to open so that the platform offers a link to be sent; nil where there is no such address.
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
