import EventContracts
import Foundation
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime

/// Keeps people's photos: a row first, then the sealed bytes, then what refers to them; and the same way back.
package struct PhotoArchive: Sendable {
    /// How long a photo waits to be confirmed.
    package static let draftLife = Duration.seconds(3_600)

    /// What is said of a photo that cannot be confirmed.
    package static let noDraft = FieldFault(.unknown, "is not the id of one of your photos waiting for confirmation")

    /// A photo took longer to be stored than a draft lives, and was swept.
    package struct GivenUp: Error {
        package init() {}
    }

    package let database: MessagingDatabase
    package let photos: SealedPhotos
    package let index: BlindIndex
    package let memory: PhotoMemory

    /// An archive over a store; `index` makes the keyed hashes.
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

    /// Stores a photo and lets `settle` commit what refers to it; otherwise nothing of it stays.
    ///
    /// A process that dies in between leaves a row that is swept with its bytes when a draft's life is over.
    ///
    /// - Parameters:
    ///   - upload: The bytes; they are gone from memory afterwards.
    ///   - photo: What `prepared` made of it.
    ///   - settle: Commits, and makes the photo a draft or a scan's in the same transaction.
    /// - Returns: What `settle` returns.
    /// - Throws: What `settle` throws, a `PostgresError`, `SealingError` or `PhotoStoreError`.
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

    /// Stores depths and lets `settle` commit what refers to them; otherwise nothing of them stays, as with a photo.
    ///
    /// - Parameters:
    ///   - depth: The bytes.
    ///   - facts: What they are, with their place in the store.
    ///   - settle: Commits, and gives them to their meal in the same transaction.
    /// - Returns: What `settle` returns.
    /// - Throws: What `settle` throws, a `PostgresError`, `SealingError` or `PhotoStoreError`.
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

    /// Reads a photo's bytes, with the lease on their memory until they are sent.
    ///
    /// - Throws: `PhotoMemory.Exhausted`, `SealingError` or `PhotoStoreError`.
    package func bytes(of photo: StoredPhoto) async throws -> (bytes: [UInt8], lease: PhotoMemory.Lease) {
        try await bytes(at: photo.key, photo.facts)
    }

    /// The same of a photo that a resource names by its key.
    package func bytes(at key: PhotoKey, _ facts: PhotoFacts) async throws -> (bytes: [UInt8], lease: PhotoMemory.Lease)
    {
        try await bytes(at: key, count: facts.bytes)
    }

    /// The same of anything in the store whose size is known, such as a map of depths.
    package func bytes(at key: PhotoKey, count: Int) async throws -> (bytes: [UInt8], lease: PhotoMemory.Lease) {
        let lease = memory.lease(for: key.account, length: nil)
        try await lease.grow(by: count)
        return (try await photos.photo(at: key), lease)
    }

    /// The last moment at which a draft that is over now was sent.
    package var draftLimit: Date { database.clock.now() - Self.draftLife.timeInterval }

    /// Removes a dropped photo from the store; what fails is done by the next sweep.
    package func remove(_ key: PhotoKey) async {
        do {
            try await erase(key)
        } catch {
            // The row stays as it is, and the sweeper finds it.
        }
    }

    /// Removes what is past its time.
    ///
    /// - Parameters:
    ///   - retention: How long a scan's photo is kept.
    ///   - most: Photos of one round.
    /// - Returns: How many there were.
    /// - Throws: A `PostgresError` or `PhotoStoreError`; the rest waits for the next time.
    package func sweep(keepingScansFor retention: Duration, most: Int) async throws -> Int {
        let now = database.clock.now()
        let due = try await PhotoRepository.dropDue(
            draftLimit: draftLimit, keptLimit: now - retention.timeInterval, at: now, most: most, in: database.pool)
        var failure: (any Error)?
        for key in due {
            do {
                try await erase(key)
            } catch let error as PhotoStoreError where !error.isRetryable {
                // One that cannot be removed does not keep the others.
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
