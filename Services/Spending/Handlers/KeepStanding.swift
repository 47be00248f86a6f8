import EventContracts
import Messaging
import Postgres
import Sealing

/// Excludes shared data of a suspended account, and includes it again after the reinstatement.
///
/// Published prices follow within `CommunityPricePublisher.interval`. A withdrawn meaning of a shop's code is shared
/// again with the next answer, because its spelling is not kept. Votes on a shop's place are kept, because they are
/// anonymous.
package struct KeepStanding: EventHandler {
    let sealer: Sealer

    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<AccountStandingChanged>, in transaction: borrowing Transaction) async throws {
        let published = event.body, account = published.accountID
        // Locks the row of the preferences first, so that no mark is created meanwhile.
        let stored = try await StandingRepository.lockMark(of: account, in: transaction)
        guard try await StandingRepository.save(published, in: transaction), let sealed = stored else { return }
        let mark = try await sealer.open(sealed, .shoppingMark(of: account))
        switch published.standing {
        case .suspended: try await StandingRepository.exclude(mark, in: transaction)
        case .active: try await StandingRepository.include(mark, in: transaction)
        }
    }
}
