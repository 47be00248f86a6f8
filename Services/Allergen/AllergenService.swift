import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The composition of `allergen`: profiles, label scans and the reaction diary.
package enum AllergenService {
    /// Its name everywhere (STYLE N8).
    package static let name = "allergen"

    /// Builds the service; it runs when asked to.
    ///
    /// - Parameters:
    ///   - configuration: what `AllergenConfiguration` read, or a test made.
    ///   - clock: the time of day.
    /// - Returns: the service, not yet running.
    /// - Throws: what is wrong with the configuration or the built-in lexicon.
    package static func build(
        _ configuration: AllergenConfiguration, clock: any WallClock = SystemClock()
    ) throws -> EventService {
        let parts = try EventServiceParts(
            name: name, settings: configuration.settings, clock: clock)
        let lock = AccountLock(), profiles = ProfileRepository(), pending = PendingScanRepository()
        let scans = ScanRepository(), reactions = ReactionRepository(), sealer = parts.sealer
        let desk = ScanDesk(scans: scans, assess: AssessLabel(lexicon: try Lexicon.builtIn()), sealer: sealer)
        let messaging = try parts.messaging(
            subscriptions: [
                Subscription(SetProfile(lock: lock, profiles: profiles, pending: pending, desk: desk, sealer: sealer)),
                Subscription(AssessText(lock: lock, profiles: profiles, pending: pending, desk: desk)),
                Subscription(SaveReaction(reactions: reactions, sealer: sealer)),
                Subscription(RemoveReaction(reactions: reactions)),
            ],
            operations: OutcomeEvents<AllergenCommandRejected, AllergenCommandFailed>(),
            snapshots: [snapshots(of: profiles), snapshots(of: scans), snapshots(of: reactions)])
        let sweeper = PendingScanSweeper(
            database: messaging.database, lock: lock, profiles: profiles, pending: pending, desk: desk,
            logger: parts.logger)
        let retention = AllergenRetention(pending: pending, reactions: reactions, pool: parts.pool, clock: clock)
        return parts.service(
            messaging,
            work: [
                PeriodicWork("overdue scans", every: PendingScanSweeper.interval, logger: parts.logger) {
                    try await sweeper.sweep()
                },
                PeriodicWork("retention", every: AllergenRetention.interval, logger: parts.logger) {
                    try await retention.run()
                },
            ])
    }

    /// Every person's allergen profile.
    static func snapshots(of profiles: ProfileRepository) -> some SnapshotSource {
        PagedSnapshots(page: profiles.page) { ($0.accountID, $0.accountID) }
    }

    /// Every scan that is kept in full.
    static func snapshots(of scans: ScanRepository) -> some SnapshotSource {
        PagedSnapshots(page: scans.page) { ($0.accountID, $0.scanID) }
    }

    /// Every entry of the reaction diaries, deleted ones included, so that a projection knows both.
    static func snapshots(of reactions: ReactionRepository) -> some SnapshotSource {
        PagedSnapshots(page: reactions.page) { ($0.accountID, $0.reactionID) }
    }
}
