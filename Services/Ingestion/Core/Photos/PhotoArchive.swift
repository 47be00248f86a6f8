import EventContracts
import Foundation
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime

/// Stores people's photos: first a row, then the sealed bytes, then the references; deletes in the opposite order.
package struct PhotoArchive: Sendable {
    /// How long a photo can be confirmed.
    package static let draftLife = Duration.seconds(3_600)

    /// The fault for an id that is not one of an unused photo.
    package static let noDraft = FieldFault(.unknown, "is not the id of one of your photos waiting for confirmation")

    /// Storing a photo took longer than the lifetime of a draft, so the photo was deleted.
    package struct Abandoned: Error {
        package init() {}
    }

    package let database: MessagingDatabase
    package let photos: SealedPhotos
    package let index: BlindIndex
    package let memory: PhotoMemory

    /// An archive over a store; `index` computes the keyed hashes.
    package init(
        database: MessagingDatabase, photos: SealedPhotos, index: BlindIndex, memory: PhotoMemory
    ) {
        self.database = database
        self.photos = photos
        self.index = index
        self.memory = memory
    }

    /// A photo's row, before anything is stored.
    package func prepared(_ upload: PhotoUpload, as id: PhotoID, of account: AccountID) -> StoredPhoto {
        StoredPhoto(
            id: id, key: .random(of: account), facts: upload.facts,
            contentHash: index.hash("photo\n\(account)\n\(upload.digest)"), since: database.clock.now())
    }

    /// Stores a photo and calls `settle` to commit its reference; if that fails, the photo is removed again.
    ///
    /// After a crash in between, its row and bytes are deleted after the lifetime of a draft.
    ///
    /// - Parameters:
    ///   - upload: The bytes; released from memory afterwards.
    ///   - photo: The result of `prepared`.
    ///   - settle: Commits, and makes the photo a draft or a scan's in the same transaction.
    /// - Returns: The result of `settle`.
    /// - Throws: The error of `settle`, a `PostgresError`, `SealingError` or `PhotoStoreError`.
    package func keep<Result: Sendable>(
        _ upload: PhotoUpload, as photo: StoredPhoto, _ settle: () async throws -> Result
    ) async throws -> Result {
        do {
            try await PhotoRepository.insert(photo, in: database.pool)
            try await upload.handOver { try await photos.put($0, at: photo.key) }
            database.observer?(.stored)
            return try await settle()
        } catch {
            upload.letGo()
            await abandon(photo.key)
            throw error
        }
    }

    /// Stores a depth map and calls `settle` to commit its reference; if that fails, the map is removed again.
    ///
    /// - Parameters:
    ///   - depth: The bytes.
    ///   - facts: The map's description, with its key in the store.
    ///   - settle: Assigns the map to its meal and commits its reference, in one transaction.
    /// - Returns: The result of `settle`.
    /// - Throws: The error of `settle`, a `PostgresError`, `SealingError` or `PhotoStoreError`.
    package func keep<Result: Sendable>(
        _ depth: [UInt8], _ facts: MealDepth, _ settle: () async throws -> Result
    ) async throws -> Result {
        do {
            try await PhotoRepository.insert(
                facts, bytes: depth.count, hash: index.hash("depth\n\(facts.key)"), at: database.clock.now(),
                in: database.pool)
            try await photos.put(depth, at: facts.key)
            return try await settle()
        } catch {
            await abandon(facts.key)
            throw error
        }
    }

    /// Reads a photo's bytes, with a lease on their memory until they are sent.
    ///
    /// - Throws: `PhotoMemory.Exhausted`, `SealingError` or `PhotoStoreError`.
    package func bytes(of photo: StoredPhoto) async throws -> (bytes: [UInt8], lease: PhotoMemory.Lease) {
        try await bytes(at: photo.key, photo.facts)
    }

    /// Reads the bytes of a photo that a resource references by its key.
    ///
    /// - Throws: As for a stored photo.
    package func bytes(at key: PhotoKey, _ facts: PhotoFacts) async throws -> (bytes: [UInt8], lease: PhotoMemory.Lease)
    {
        try await bytes(at: key, count: facts.bytes)
    }

    /// Reads the bytes of any stored file with a known size, such as a depth map.
    ///
    /// - Throws: As for a stored photo.
    package func bytes(at key: PhotoKey, count: Int) async throws -> (bytes: [UInt8], lease: PhotoMemory.Lease) {
        let lease = memory.lease(for: key.account, length: nil)
        try await lease.grow(by: count)
        return (try await photos.photo(at: key), lease)
    }

    /// Drafts sent before this time have expired.
    package var draftLimit: Date { database.clock.now() - Self.draftLife.timeInterval }

    /// Deletes a dropped photo from the store; the next sweep retries failures.
    package func remove(_ key: PhotoKey) async {
        do {
            try await erase(key)
        } catch {
            // The row is kept, so that the next sweep finds it.
        }
    }

    /// Deletes expired photos.
    ///
    /// - Parameters:
    ///   - retention: How long a scan's photo is kept.
    ///   - maxCount: Maximum number of photos per round.
    /// - Returns: The number of expired photos.
    /// - Throws: A `PostgresError` or `PhotoStoreError`; the rest waits for the next round.
    package func sweep(keepingScansFor retention: Duration, maxCount: Int) async throws -> Int {
        let now = database.clock.now()
        let due = try await PhotoRepository.dropDue(
            draftLimit: draftLimit, keptLimit: now - retention.timeInterval, at: now, maxCount: maxCount,
            in: database.pool)
        var failure: (any Error)?
        for key in due {
            do {
                try await erase(key)
            } catch let error as PhotoStoreError where !error.isRetryable {
                // A photo that cannot be deleted does not block the others.
                failure = error
            }
        }
        if let failure { throw failure }
        return due.count
    }

    private func abandon(_ key: PhotoKey) async {
        let isDropped = try? await PhotoRepository.abandon(key, at: database.clock.now(), in: database.pool)
        if isDropped == true { await remove(key) }
    }

    private func erase(_ key: PhotoKey) async throws {
        try await photos.remove(key)
        try await PhotoRepository.forget(key, in: database.pool)
    }
}
