import Crypto
import EventContracts
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import Photos
import Sealing
import ServiceRuntime

/// Reads photos in requests, within the quota and no faster than memory is available.
package struct PhotoIntake: Sendable {
    /// The forms of a photo in a request.
    package enum Form: Sendable, Equatable {
        /// The body is the photo; its fields are query parameters with these names.
        case file(PhotoFormat, parameters: [String])
        /// A form with the photo and its fields as parts.
        case multipart(boundary: String, depths: Bool)
        /// A photo of an unsupported type.
        case refused(String)
    }

    /// The name of the photo's form part, also used in problems.
    package static let field = "photo"
    /// The form parts with the depth map and with the camera parameters.
    package static let depthField = "depth", cameraField = "camera"
    /// Maximum size of a depth map, in bytes.
    private static let maxDepth = MealDepth.maxValues * 4
    /// Maximum size of a form without its photo, in bytes.
    private static let formOverhead = 64 * 1_024
    /// Time limit for receiving a photo, enough for 15 MB at 2 Mbit/s.
    private static let arrival = Duration.seconds(60)

    /// Number of bytes allowed at once, and the rate per second after that: faster than real connections, but it keeps
    /// a client on a local network from occupying the processors with photos.
    private static let atOnce = 4 << 20
    private static let bytesPerSecond = 24 << 20

    /// Number of received bytes after which memory for the whole photo is reserved.
    private static let reservedAfter = 256 << 10

    private static let heicTypes: Set = ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"]

    package let memory: PhotoMemory
    package let limits: RequestLimits

    package init(memory: PhotoMemory, limits: RequestLimits) {
        self.memory = memory
        self.limits = limits
    }

    /// The form of a request's photo; nil if it has none.
    package static func form(of request: Request, to route: Route) -> Form? {
        guard let rule = route.photo else { return nil }
        let contentType = request.headers[.contentType] ?? ""
        let mediaType = HeaderText.trim(contentType.prefix { $0 != ";" }).lowercased()
        if let format = PhotoFormat(mediaType: mediaType) { return .file(format, parameters: rule.parameters) }
        if heicTypes.contains(mediaType) { return .refused(PhotoRefusal.refusedFormat(.heic).description) }
        if mediaType.hasPrefix("image/") { return .refused("Send image/jpeg, image/png or image/webp.") }
        if mediaType == "multipart/form-data" {
            return MultipartForm.boundary(contentType: contentType).map {
                .multipart(boundary: $0, depths: rule.allowsDepth)
            }
                ?? .refused("A form must declare its boundary.")
        }
        // Other types of bodies are accepted only if the route works without a photo.
        return rule.isOptional ? nil : .refused("Send image/jpeg, image/png, image/webp or a form.")
    }

    /// The photo of a request with its fields.
    ///
    /// - Throws: A problem with 400, 408, 413, 415, 422 or 429; `PhotoMemory.Exhausted`; `PhotoRefusal`.
    package func content(
        of request: Request, _ query: [(name: String, value: String)], as form: Form, from principal: Principal?
    ) async throws -> RequestContent {
        guard let account = principal?.account else { throw ProblemDetails(.unauthenticated) }
        if case .refused(let advice) = form { throw ProblemDetails(.unsupportedMediaType, detail: advice) }
        var maxLength = PhotoLimits.maxPhotoSize
        if case .multipart(_, let depths) = form { maxLength += Self.formOverhead + (depths ? Self.maxDepth : 0) }
        let declared = request.headers[.contentLength].flatMap(Int.init)
        if let declared, declared > maxLength { throw Self.tooLarge }
        try limits.admitPhoto(of: account)
        let lease = memory.lease(for: account, length: declared ?? maxLength)
        let body: [UInt8]
        do {
            body = try await Self.receive(request, declared ?? maxLength, maxLength: maxLength, into: lease)
        } catch is PhotoMemory.TooSlow {
            throw ProblemDetails(.tooSlow, detail: "The upload was too slow while others were waiting.")
        } catch is DeadlinePassed {
            throw ProblemDetails(.tooSlow, detail: "The photo took longer than \(Self.arrival.components.seconds) s.")
        }
        switch form {
        case .file(let format, let parameters):
            return try await Self.file(body, format, parameters, query, lease)
        case .multipart(let boundary, let depths): return try await Self.multipart(body, boundary, depths, lease)
        case .refused: throw ProblemDetails(.unsupportedMediaType)
        }
    }

    /// Receives a body until it is complete, the time limit is reached, or the client is too slow while others wait.
    private static func receive(
        _ request: Request, _ length: Int, maxLength: Int, into lease: PhotoMemory.Lease
    ) async throws -> [UInt8] {
        do {
            let body = try await withCancellation {
                lease.startTransfer(onRevoke: $0)
            } _: {
                try await withDeadline(arrival) {
                    try await collect(request, length, maxLength: maxLength, into: lease)
                }
            }
            if lease.endTransfer() { throw PhotoMemory.TooSlow() }
            return body
        } catch {
            throw lease.endTransfer() ? PhotoMemory.TooSlow() : error
        }
    }

    private static func collect(
        _ request: Request, _ length: Int, maxLength: Int, into lease: PhotoMemory.Lease
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        let begin = ContinuousClock.now
        for try await chunk in request.body {
            guard bytes.count + chunk.readableBytes <= maxLength else { throw tooLarge }
            lease.progress(chunk.readableBytes)
            try await lease.grow(by: chunk.readableBytes)
            // Reserves memory for the whole photo only after a part has arrived.
            if bytes.count + chunk.readableBytes > reservedAfter { bytes.reserveCapacity(length) }
            bytes.append(contentsOf: chunk.readableBytesView)
            let due = begin + .seconds(Double(bytes.count - atOnce) / Double(bytesPerSecond))
            if due - .now > .milliseconds(10) { try await Task.sleep(until: due, clock: .continuous) }
        }
        return bytes
    }

    @concurrent private static func file(
        _ body: consuming [UInt8], _ format: PhotoFormat, _ parameters: [String],
        _ query: [(name: String, value: String)], _ lease: PhotoMemory.Lease
    ) async throws -> RequestContent {
        let fields = parameters.compactMap { name in
            query.first { $0.name == name }.map { JSONValue.Member(name: name, value: .string($0.value)) }
        }
        try check(body, is: format)
        return RequestContent(
            fields: .object(fields), photo: try PhotoUpload(body, holding: lease), naming: .parameters)
    }

    @concurrent private static func multipart(
        _ body: consuming [UInt8], _ boundary: String, _ depths: Bool, _ lease: PhotoMemory.Lease
    ) async throws -> RequestContent {
        var file = body
        let form = try MultipartForm(
            &file, boundary: boundary, fileName: field, attachmentName: depths ? Self.depthField : nil,
            maxAttached: maxDepth)
        // Camera parameters are left out, because they are numbers that may look like card numbers.
        let words = form.texts.filter { !depths || $0.name != Self.cameraField }
        try CardNumberGuard.refuse(in: words, naming: .pointers)
        var fields = form.texts.map { JSONValue.Member(name: $0.name, value: .string($0.value)) }
        if let depth = form.attachment {
            // The fields identify a repeated request, so they include a digest of the depth map.
            let digest = Base64URL.encode(Array(SHA256.hash(data: depth)))
            fields.append(JSONValue.Member(name: Self.depthField, value: .string(digest)))
        }
        if let mediaType = form.fileMediaType, mediaType != "application/octet-stream" {
            if let format = PhotoFormat(mediaType: mediaType) {
                try check(file, is: format)
            } else if !heicTypes.contains(mediaType) {
                throw ProblemDetails(
                    .unsupportedMediaType, detail: "The part \(field) must be image/jpeg, image/png or image/webp.")
            }
        }
        do throws(PhotoRefusal) {
            return RequestContent(
                fields: .object(fields), photo: try PhotoUpload(file, holding: lease), depth: form.attachment)
        } catch {
            var problem = ProblemMapping.problem(for: error)
            problem.errors = [.init(pointer: "/\(field)", .init(error))]
            throw problem
        }
    }

    /// A file must match its declared type; a file that is refused anyway is reported with that reason.
    private static func check(_ file: [UInt8], is format: PhotoFormat) throws(ProblemDetails) {
        guard case .known(let actual) = PhotoFormat.signature(of: file), actual != format else { return }
        throw ProblemDetails(
            .unsupportedMediaType, detail: "The photo is \(actual.mediaType), not \(format.mediaType).")
    }

    private static var tooLarge: ProblemDetails {
        ProblemDetails(
            .payloadTooLarge, detail: PhotoRefusal.tooManyBytes(max: PhotoLimits.maxPhotoSize).description)
    }
}
