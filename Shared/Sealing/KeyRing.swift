import Foundation

/// Keeps one data key per account.
///
/// Destroying a key makes every copy of what it sealed unreadable at once. An erased account stays erased for ever: its key can be neither read nor made again.
package protocol KeyRing: Sendable {
    /// Makes the key of a new account; does nothing when it has one.
    ///
    /// - Throws: `SealingError.erased` or `.keyRingUnavailable`.
    func createKey(for account: UUID) async throws(SealingError)

    /// The key of an account, in all its generations.
    ///
    /// - Throws: `SealingError.erased`, `.unknownAccount` or `.keyRingUnavailable`.
    func key(for account: UUID) async throws(SealingError) -> DataKey

    /// Adds a generation that seals from now on; the earlier ones still open what they sealed.
    ///
    /// Other processes seal with the earlier one until their cached key ends, which is harmless.
    ///
    /// - Throws: `SealingError.erased`, `.unknownAccount` or `.keyRingUnavailable`.
    func renewKey(for account: UUID) async throws(SealingError)

    /// Destroys the key and remembers the account as erased, even where it had none; again does nothing.
    ///
    /// - Throws: `SealingError.keyRingUnavailable`.
    func destroyKey(for account: UUID) async throws(SealingError)

    /// Drops what this process remembers of the account's key; called when it was erased or renewed elsewhere.
    func forget(_ account: UUID)
}
