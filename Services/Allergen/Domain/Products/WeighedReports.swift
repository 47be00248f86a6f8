import EventContracts
import Foundation

/// Combines the reports of many accounts into the shared facts; a pure function.
///
/// An allergen named by any report causes a warning. An allergen that newer photos lack stays until the newest photos
/// of `confirming` independent people agree without it (accounts with a verified address, at least `Voucher.minimumAge`
/// old, each from another network), or until the newest staff photo and all later independent photos lack it. Typed
/// texts make an allergen possible and confirm nothing; if the label is confirmed, they apply to their own account
/// only. A partially read label can cause warnings, but cannot confirm, remove or dispute anything.
package struct WeighedReports: Sendable, Equatable {
    /// Number of independent people whose photos must agree.
    package static let confirming = 3

    package let standing: Standing
    package let facts: AllergenFacts
    /// Each allergen of `facts` with its status.
    package let allergens: [ProductAllergen]
    /// The unconfirmed difference of newer photos from earlier ones; nil if they agree.
    package let pending: ProductChange?
    /// The reports that confirm the label; empty when it is not confirmed.
    package let confirmedBy: [ProductReport]

    /// Weighs reports.
    ///
    /// - Parameters:
    ///   - reports: One per account and kind of reading.
    ///   - now: The time for computing the age of accounts.
    package init(_ reports: [ProductReport], at now: Date) {
        let newest = reports.sorted { ($0.readAt, $0.account) > ($1.readAt, $1.account) }
        let allPhotos = newest.filter(\.isPhoto), photos = allPhotos.filter(\.facts.complete)
        var voices = Self.independent(photos.filter { $0.counts(at: now) })
        let needed = voices.firstIndex(where: \.isStaff).map { min($0 + 1, Self.confirming) } ?? Self.confirming
        voices = Array(voices.prefix(needed))
        let isConfirmed = voices.count == needed && Set(voices.map(\.facts.everything)).count == 1
        confirmedBy = isConfirmed ? voices : []
        if let since = confirmedBy.map(\.readAt).min() {
            let label = Self.union(confirmedBy.map(\.facts))
            let accounts = Set(confirmedBy.map(\.account))
            let later = allPhotos.filter { $0.readAt > since && !accounts.contains($0.account) }
            facts = label.union(Self.union(later.map(\.named)).asPossible)
            standing = .confirmed
            pending = nil
        } else {
            let typed = newest.filter { !$0.isPhoto }
            facts = Self.union(allPhotos.map(\.named)).union(Self.union(typed.map(\.named)).asPossible)
            let isDisputed = Set(photos.map(\.facts.everything)).count > 1
            standing = reports.isEmpty ? .unknown : isDisputed ? .disputed : .reported
            pending = Self.pending(photos)
        }
        allergens = Self.allergens(facts, newest, photos, confirmedBy)
    }

    /// When the oldest of the confirming photos was read; nil if the label is not confirmed.
    package var confirmedSince: Date? { confirmedBy.map(\.readAt).min() }

    /// All allergens in labels that independent people photographed in full, and those in reports of earlier releases,
    /// whose authors are unknown.
    static func alarming(_ reports: [ProductReport], at now: Date) -> AllergenFacts {
        union(
            reports.filter { $0.facts.complete && ($0.counts(at: now) || ($0.isPhoto && $0.network == nil)) }
                .map(\.named))
    }

    /// One report per account and network, in the given order; staff reports are not limited by network.
    private static func independent(_ reports: [ProductReport]) -> [ProductReport] {
        var accounts: Set<AccountID> = [], networks: Set<UUID> = []
        return reports.filter { report in
            guard let network = report.network, !accounts.contains(report.account),
                report.isStaff || !networks.contains(network)
            else { return false }
            accounts.insert(report.account)
            networks.insert(network)
            return true
        }
    }

    private static func union(_ facts: [AllergenFacts]) -> AllergenFacts {
        facts.reduce(AllergenFacts()) { $0.union($1) }
    }

    /// The difference between the newest photos that agree and everything that earlier photos named.
    private static func pending(_ photos: [ProductReport]) -> ProductChange? {
        guard let newest = photos.first?.facts.everything else { return nil }
        let run = photos.prefix { $0.facts.everything == newest }, before = photos.dropFirst(run.count)
        let removed = union(photos.map(\.named)).everything.subtracting(newest)
        let added = before.isEmpty ? [] : newest.subtracting(union(before.map(\.named)).everything)
        guard !added.isEmpty || !removed.isEmpty, let first = run.last else { return nil }
        return ProductChange(
            at: first.readAt, added: added.sorted(), removed: removed.sorted(),
            readings: Int64(Set(run.map(\.account)).count), standing: .reported)
    }

    private static func allergens(
        _ facts: AllergenFacts, _ reports: [ProductReport], _ photos: [ProductReport], _ confirmedBy: [ProductReport]
    ) -> [ProductAllergen] {
        let confirmed = union(confirmedBy.map(\.facts)).everything
        return facts.everything.sorted().map { choice in
            let readers = Set(reports.filter { $0.facts.everything.contains(choice) }.map(\.account))
            let isNamed = photos.contains { $0.facts.everything.contains(choice) }
            let isDenied = photos.contains { !$0.facts.everything.contains(choice) }
            let standing: Standing =
                confirmed.contains(choice) ? .confirmed : isNamed && isDenied ? .disputed : .reported
            return ProductAllergen(allergen: choice, standing: standing, readings: Int64(readers.count))
        }
    }
}
