import EventContracts
import HTTPTypes
import Imaging
import Photos
import ServiceRuntime

extension PhotoArchive {
    /// The answer with a photo, upright and without metadata.
    ///
    /// - Parameters:
    ///   - photo: The photo.
    ///   - width: The width of the small picture; nil for the stored photo.
    ///   - name: The name of the file, without its extension.
    /// - Returns: The answer, whose memory is released once it is sent.
    /// - Throws: `notFound` if the photo is gone, or has no picture of the width; an error of the store.
    package func answer(
        with photo: StoredPhoto, width: PictureWidth? = nil, named name: String
    ) async throws -> Answer {
        try await answer(at: photo.key, photo.facts, width: width, named: name)
    }

    /// The answer with a photo that a resource references by its key.
    ///
    /// - Throws: As for a stored photo.
    package func answer(
        at key: PhotoKey, _ facts: PhotoFacts, width: PictureWidth? = nil, named name: String
    ) async throws -> Answer {
        do {
            if let width { return try await picture(of: key, width, named: name) }
            let (bytes, lease) = try await bytes(at: key, facts)
            var headers = HTTPFields()
            headers[.contentDisposition] = "inline; filename=\"\(name).\(facts.format.rawValue)\""
            let upright = OrientedPhoto.bytes(bytes, facts.format, orientation: facts.orientation)
            return Answer(.ok, headers: headers, body: .photo(upright, mediaType: facts.format.mediaType, lease))
        } catch PhotoStoreError.missing {
            throw ProblemDetails(.notFound)
        }
    }

    /// The answer with a small picture.
    ///
    /// - Throws: `notFound` if the small picture does not exist, because its photo has not been analyzed.
    private func picture(of key: PhotoKey, _ width: PictureWidth, named name: String) async throws -> Answer {
        let file = try await small(of: key, width)
        let lease = memory.lease(for: key.account, length: nil)
        try await lease.grow(by: file.count)
        var headers = HTTPFields()
        headers[.contentDisposition] = "inline; filename=\"\(name).jpeg\""
        return Answer(.ok, headers: headers, body: .photo(file, mediaType: PhotoFormat.jpeg.mediaType, lease))
    }

    /// One of a photo's small pictures; memory for all of them is held only while they are opened.
    private func small(of key: PhotoKey, _ width: PictureWidth) async throws -> [UInt8] {
        let lease = memory.lease(for: key.account, length: nil)
        try await lease.grow(by: SmallPictures.maxBytes)
        defer { lease.release() }
        guard let file = try await photos.pictures(of: key)?[width] else {
            throw ProblemDetails(
                .notFound, detail: "The photo has no image of this width, or has not been analyzed yet.")
        }
        return file
    }
}
