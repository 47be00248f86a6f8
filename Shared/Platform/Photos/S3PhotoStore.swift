import EventContracts
import Outbound

/// Photos in a bucket, for several machines.
package struct S3PhotoStore: PhotoStore {
    private let bucket: S3Bucket

    package init(_ bucket: S3Bucket) {
        self.bucket = bucket
    }

    package func put(_ bytes: [UInt8], at key: PhotoKey) async throws(PhotoStoreError) {
        do {
            try await bucket.put(bytes, at: key.description)
        } catch {
            // A missing bucket is a fault of the configuration.
            throw error == .missing ? .refused("no such bucket") : PhotoStoreError(error)
        }
    }

    package func bytes(at key: PhotoKey) async throws(PhotoStoreError) -> [UInt8] {
        do {
            return try await bucket.bytes(at: key.description, largest: PhotoLimits.maxStoredSize)
        } catch {
            throw PhotoStoreError(error)
        }
    }

    package func contains(_ key: PhotoKey) async throws(PhotoStoreError) -> Bool {
        do {
            return try await bucket.contains(key.description)
        } catch {
            throw PhotoStoreError(error)
        }
    }

    package func remove(_ key: PhotoKey) async throws(PhotoStoreError) {
        do {
            try await bucket.remove(key.description)
        } catch {
            throw PhotoStoreError(error)
        }
    }

    package func check() async throws(PhotoStoreError) {
        do {
            try await bucket.check()
        } catch {
            throw error == .missing ? .refused("no such bucket") : PhotoStoreError(error)
        }
    }
}

extension PhotoStoreError {
    fileprivate init(_ failure: S3Bucket.Failure) {
        self =
            switch failure {
            case .missing: .missing
            case let failure where failure.isRetryable: .unavailable(failure.description)
            default: .refused(failure.description)
            }
    }
}
