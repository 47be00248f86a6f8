import Crypto
import EventContracts
import Foundation
import Imaging
import Sealing
import Synchronization

/// A photo in a request: checked, without metadata, and in memory until it is stored or discarded.
package final class PhotoUpload: Sendable {
    package let facts: PhotoFacts
    /// SHA-256 of the photo without metadata, and of the facts read from its metadata; never stored in this form.
    package let digest: String
    private let held: Mutex<Held?>

    private struct Held {
        let bytes: [UInt8]
        let lease: PhotoMemory.Lease
    }

    /// Checks a file and removes its metadata.
    ///
    /// - Throws: The reason for refusing it.
    package init(_ file: consuming [UInt8], holding lease: PhotoMemory.Lease) throws(PhotoRefusal) {
        let photo = try StrippedPhoto(file)
        facts = PhotoFacts(photo.header, bytes: photo.bytes.count)
        var hash = SHA256()
        hash.update(data: photo.bytes)
        let read = "\(facts.orientation) \(facts.focalLength ?? 0)"
        hash.update(data: Array(read.utf8))
        digest = Base64URL.encode(Array(hash.finalize()))
        held = Mutex(Held(bytes: photo.bytes, lease: lease))
    }

    /// Passes the bytes on once; their memory is held until the work is done.
    ///
    /// - Throws: The error of the work.
    package func handOver(_ work: ([UInt8]) async throws -> Void) async throws {
        guard let held = take() else { return }
        defer { held.lease.release() }
        try await work(held.bytes)
    }

    /// Releases the memory and discards bytes that are not stored.
    package func letGo() { take()?.lease.release() }

    private func take() -> Held? {
        held.withLock { held in
            defer { held = nil }
            return held
        }
    }
}
