import EventContracts
import Foundation
import Hexadecimal
import IngestionCore
import Messaging
import Postgres

/// A house promotion that staff schedule (BIL-14).
///
/// Dates, place, language, share and cap decide where it is shown; personal data has no influence.
struct Campaign: Sendable, Equatable {
    /// The pages of a client that can show a promotion; results of scans are not among them.
    enum Place: String, Sendable, CaseIterable, Codable {
        case today, diary, spending, help
    }

    let id: UUID
    /// The name for staff.
    var name: String
    /// The texts by language; people with another language do not see it.
    var words: [ContentLanguage: Promotion.Words]
    var startsAt: Date
    /// The end; nil if it is open.
    var endsAt: Date?
    var places: Set<Place>
    /// Share of each person's hours in which the campaign may be shown, in percent from 1 to 100.
    var share: Int
    /// Maximum number of times the campaign is shown to one person per day.
    var perDay: Int

    var promotion: Promotion { Promotion(id: id.text, words: words) }

    /// Whether the campaign is offered at a place in the current hour; the cap is checked separately.
    func isOffered(at place: Place, in language: ContentLanguage, to account: AccountID, now: Date) -> Bool {
        guard startsAt <= now, endsAt.map({ now < $0 }) ?? true, places.contains(place), words[language] != nil else {
            return false
        }
        return Self.slot(of: account, id, now) < share
    }

    /// A number from 0 to 99 that is the same for an hour, and evenly distributed over people and hours.
    static func slot(of account: AccountID, _ campaign: UUID, _ now: Date) -> Int {
        let hour = Int64(now.timeIntervalSince1970) / 3_600
        return Int(NamedUUID.make("campaign/\(campaign)/\(account)/\(hour)").uuid.0) * 100 / 256
    }
}
