import EventContracts
import Foundation
import Sealing

/// That somebody may see a part of a person's records for a while (GW-48, NUT-28).
struct Grant: Sendable, Equatable {
    /// Most grants of one person that stand at the same time.
    static let most = 50
    /// The longest that one lasts.
    static let longest: TimeInterval = 366 * 86_400
    /// How long an invitation waits to be accepted.
    static let invitationLife: TimeInterval = 14 * 86_400
    /// Characters of what the owner calls the other.
    static let nameLength = 1...100

    let id: GrantID
    let owner: AccountID
    var grantee: AccountID?
    let scopes: Set<GrantScope>
    let words: Sealed<GrantWords>
    var state: GrantState
    var version: Int64
    let offeredAt: Date
    var acceptedAt: Date?
    var endedAt: Date?
    let expiresAt: Date

    /// What the others are told.
    func told(at now: Date) -> GrantChanged {
        GrantChanged(
            accountID: owner, grantID: id, version: version, state: state,
            scopes: scopes.map(\.rawValue).sorted(), words: words, expiresAt: expiresAt, changedAt: now)
    }
}

extension Endpoint {
    /// The part of somebody's records that the route reads; nil where no grant leads.
    ///
    /// Only routes that read are here: what a grant does not name it never opens.
    package var grantScope: GrantScope? {
        switch self {
        case .listMeals, .readMeal, .readDay, .readCalendar, .readTrend, .readGoals: .diary
        case .readMealReport, .readDayReport, .readReport, .listReports, .readIntake: .reports
        case .readAllergenProfile, .listLabelScans, .readLabelScan, .listReactions, .readReaction, .listExposures:
            .allergens
        case .listReceipts, .readReceipt, .readSpending, .readSpendingChart, .listProducts: .purchases
        default: nil
        }
    }
}
