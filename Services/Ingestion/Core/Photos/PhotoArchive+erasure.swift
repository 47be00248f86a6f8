import EventContracts
import Messaging

extension PhotoArchive {
    /// Deletes the files of an erased account's photos, and then their rows; the next round retries failures.
    ///
    /// - Throws: A `PostgresError`.
    package func removeDropped(of account: AccountID) async throws {
        for key in try await PhotoRepository.dropped(of: account, in: database.pool) { await remove(key) }
    }
}
