import EventContracts
import Messaging
import Postgres
import Sealing

/// Excludes what a suspended account shared with others, and includes it again after the reinstatement.
///
/// Published prices follow within `CommunityPricePublisher.interval`. A withdrawn meaning of a shop's code returns with
/// the next answer, since its spelling is not kept. Votes on where a shop lies stay, since they name no person.
package struct KeepStanding: EventHandler {
    let sealer: Sealer

    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<AccountStandingChanged>, in transaction: borrowing Transaction) async throws {
        let told = event.body, account = told.accountID
        // Locks the row of the preferences first, so that no mark is made meanwhile.
        let stored = try await StandingRepository.lockMark(of: account, in: transaction)
        guard try await StandingRepository.save(told, in: transaction), let sealed = stored else { return }
        let mark = try await sealer.open(sealed, .shoppingMark(of: account))
        switch told.standing {
        case .suspended: try await StandingRepository.exclude(mark, in: transaction)
        case .active: try await StandingRepository.include(mark, in: transaction)
        }
    }
}
