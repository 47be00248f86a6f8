import Foundation
import Imaging

/// A sample label and its expected result.
struct DemoLabel: Sendable {
    enum Content: Sendable {
        /// The text, and its language if stated.
        case text(String, language: String?)
        case photo(DemoPhoto)
    }

    let title: String
    let content: Content
    /// The expected result; nil if it is not known.
    let expected: DemoSamples.Expectation?

    /// The request for its assessment.
    ///
    /// - Throws: An error of encoding.
    func request() throws -> GatewayClient.Request {
        switch content {
        case .text(let text, let language):
            return try .init(.post, "/v1/label-scans").with(GatewayModels.LabelText(text: text, language: language))
        case .photo(let photo):
            var request = GatewayClient.Request(.post, "/v1/label-scans")
            request.body = photo.bytes
            request.contentType = photo.mediaType
            return request
        }
    }
}

/// A photo in a format that the gateway accepts.
struct DemoPhoto: Sendable {
    let bytes: [UInt8]
    /// Media type, such as `image/jpeg`.
    let mediaType: String
    let name: String

    /// Checks the container like the gateway.
    ///
    /// - Throws: `ControlFailure.usage` with the reason and advice.
    init(_ bytes: [UInt8], name: String) throws(ControlFailure) {
        do {
            mediaType = try PhotoHeader(of: bytes).format.mediaType
        } catch {
            throw .usage("\(name): \(error)")
        }
        self.bytes = bytes
        self.name = name
    }

    /// Reads a file.
    ///
    /// - Throws: `ControlFailure.usage` if it does not exist, or is not a supported photo.
    init(file path: String) throws(ControlFailure) {
        let file = URL(filePath: path)
        guard let data = try? Data(contentsOf: file) else { throw .usage("\(path): this file does not exist") }
        try self.init([UInt8](data), name: file.lastPathComponent)
    }
}
