import EventContracts
import Foundation
import Photos
import Sealing
import TestPeers
import Testing
import UnitSupport

@Suite("Photo stores") struct PhotoStoreTests {
    private let account = AccountID.random()

    private func withDirectory(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryDirectory { try await body($0.appending(path: "photos").path()) }
    }

    @Test("VIS-09: a photo is read back unchanged until it is removed")
    func files() async throws {
        try await withDirectory { root in
            let key = PhotoKey.random(of: account)
            let photo = (0..<100_000).map { _ in UInt8.random(in: 0...255) }
            try await FilePhotoStore(root: root).check()
            try await FilePhotoStore(root: root).put(photo, at: key)
            let store = FilePhotoStore(root: root)
            #expect(try await store.bytes(at: key) == photo)
            #expect(try await store.contains(key))
            #expect(try await !store.contains(.random(of: account)))
            await #expect(throws: PhotoStoreError.missing) { try await store.bytes(at: .random(of: account)) }
            try await store.remove(key)
            try await store.remove(key)
            await #expect(throws: PhotoStoreError.missing) { try await store.bytes(at: key) }
            #expect(try FileManager.default.subpathsOfDirectory(atPath: root) == ["\(account)"], "no drafts are left")
        }
    }

    @Test("photo directory: accessible only to the service's user")
    func permissions() async throws {
        try await withDirectory { root in
            let key = PhotoKey.random(of: account)
            try await FilePhotoStore(root: root).put([1], at: key)
            let rights = ["", "/\(account)", "/\(key)"].map { path in
                (try? FileManager.default.attributesOfItem(atPath: root + path))?[.posixPermissions] as? Int
            }
            #expect(rights == [0o700, 0o700, 0o600])
        }
    }

    @Test("photo directory: if it cannot be created, the reason is reported")
    func unusableDirectory() async throws {
        let store = FilePhotoStore(root: "/proc/photos")
        let error = await #expect(throws: PhotoStoreError.self) { try await store.check() }
        #expect(error == .refused("cannot make /proc/photos") && error?.isRetryable == false)
    }

    @Test("GW-36: a photo is sealed on disk and opens only under its own key")
    func sealed() async throws {
        try await withDirectory { root in
            let ring = MemoryKeyRing()
            try await ring.createKey(for: account.uuid)
            let store = FilePhotoStore(root: root)
            let photos = SealedPhotos(store: store, sealer: Sealer(keyRing: ring))
            let photo = Array("JFIF marker of a photo".utf8)
            let key = PhotoKey.random(of: account), other = PhotoKey.random(of: account)
            try await photos.put(photo, at: key)
            #expect(try await photos.photo(at: key) == photo)
            let stored = try await store.bytes(at: key)
            #expect(Data(stored).range(of: Data("JFIF".utf8)) == nil)
            try await store.put(stored, at: other)
            await #expect(throws: SealingError.self) { try await photos.photo(at: other) }
            try await ring.destroyKey(for: account.uuid)
            await #expect(throws: SealingError.erased(account: account.uuid)) { try await photos.photo(at: key) }
        }
    }

    @Test("GW-36: thumbnails are sealed and removed with their photo and owner")
    func smallPictures() async throws {
        try await withDirectory { root in
            let ring = MemoryKeyRing()
            try await ring.createKey(for: account.uuid)
            let store = FilePhotoStore(root: root), key = PhotoKey.random(of: account)
            let photos = SealedPhotos(store: store, sealer: Sealer(keyRing: ring))
            var pictures = SmallPictures()
            pictures.add(Array("JFIF small".utf8), of: .thumbnail)
            await #expect(throws: PhotoStoreError.missing) { try await photos.put(pictures, of: key) }
            #expect(try FileManager.default.subpathsOfDirectory(atPath: root) == ["\(account)"])
            try await photos.put([1, 2, 3], at: key)
            #expect(try await photos.pictures(of: key) == nil)
            let made = pictures
            // Two analyses of the same photo write the same thumbnails.
            try await withThrowingTaskGroup { group in
                for _ in 0..<16 { group.addTask { try await photos.put(made, of: key) } }
                try await group.waitForAll()
            }
            #expect(try await photos.pictures(of: key) == pictures)
            #expect(Data(try await store.bytes(at: key.pictures)).range(of: Data("JFIF".utf8)) == nil)
            #expect(try FileManager.default.subpathsOfDirectory(atPath: root).count == 3)
            try await photos.remove(key)
            #expect(try FileManager.default.subpathsOfDirectory(atPath: root) == ["\(account)"])
            try await photos.put([1, 2, 3], at: key)
            try await photos.put(pictures, of: key)
            try await ring.destroyKey(for: account.uuid)
            await #expect(throws: SealingError.erased(account: account.uuid)) { try await photos.pictures(of: key) }
        }
    }

    @Test("thumbnails: widths round-trip, oversized and damaged ones do not")
    func smallPictureBytes() {
        var pictures = SmallPictures()
        #expect(pictures.isEmpty)
        pictures.add([1, 2, 3], of: .thumbnail)
        pictures.add([UInt8](repeating: 9, count: 70_000), of: .medium)
        pictures.add([UInt8](repeating: 7, count: SmallPictures.maxBytes), of: .large)
        #expect(pictures[.thumbnail] == [1, 2, 3] && pictures[.small] == nil && pictures[.large] == nil)
        #expect(SmallPictures(bytes: pictures.bytes) == pictures)
        for bytes in [[], [1, 0, 0], Array(pictures.bytes.dropLast()), pictures.bytes + [0], [255, 255, 255, 255]] {
            #expect(SmallPictures(bytes: bytes) == nil)
        }
    }

    @Test(
        "photo key: maps to exactly one path",
        arguments: [
            "", "a", "/", "../etc/passwd", "11111111-1111-1111-1111-111111111111",
            "11111111-1111-1111-1111-111111111111/../x",
            "11111111-1111-1111-1111-111111111111/22222222-2222-2222-2222-222222222222/x",
            "11111111-1111-1111-1111-111111111111/22222222-2222-2222-2222-22222222222",
        ])
    func keys(text: String) throws {
        #expect(PhotoKey(text: text) == nil)
        let key = PhotoKey.random(of: account)
        #expect(PhotoKey(text: key.description) == key)
    }
}
