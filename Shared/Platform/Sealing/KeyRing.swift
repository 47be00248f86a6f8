import Foundation

/// Keeps one data key per account.
///
/// Destroying a key makes all data sealed with it unreadable at once. An erased account stays erased: its key can be
/// neither read nor created again.
package protocol KeyRing: Sendable {
    /// Creates the key of a new account; does nothing if it has one.
    ///
    /// - Throws: `SealingError.erased` or `.keyRingUnavailable`.
    func createKey(for account: UUID) async throws(SealingError)

    /// The key of an account with all its generations.
    ///
    /// - Throws: `SealingError.erased`, `.unknownAccount` or `.keyRingUnavailable`.
    func key(for account: UUID) async throws(SealingError) -> DataKey

    /// Adds a generation that seals from now on; earlier ones still open what they sealed.
    ///
    /// Other processes seal with the previous generation until their cached key expires, which is harmless.
    ///
    /// - Throws: `SealingError.erased`, `.unknownAccount` or `.keyRingUnavailable`.
    func renewKey(for account: UUID) async throws(SealingError)

    /// Destroys the key and marks the account as erased, even if it had no key; repeating has no effect.
    ///
    /// - Throws: `SealingError.keyRingUnavailable`.
    func destroyKey(for account: UUID) async throws(SealingError)

    /// Drops the account's key from this process's cache; called when it was erased or renewed elsewhere.
    func forget(_ account: UUID)
}
