import EventContracts
import Messaging

extension PhotoArchive {
    /// Removes the bytes of an erased account's photos, and then their rows; what fails is done by the next round.
    ///
    /// - Throws: A `PostgresError`.
    package func removeDropped(of account: AccountID) async throws {
        for key in try await PhotoRepository.dropped(of: account, in: database.pool) { await remove(key) }
    }
}
