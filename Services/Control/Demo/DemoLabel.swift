import Foundation
import Imaging

/// A sample label and its expected result.
struct DemoLabel: Sendable {
    enum Content: Sendable {
        /// Its text and its stated language.
        case text(String, language: String?)
        case photo(DemoPhoto)
    }

    let title: String
    let content: Content
    /// Nil without a known result.
    let expected: DemoSamples.Expectation?

    /// The request that has it assessed.
    ///
    /// - Throws: an error of encoding.
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

/// A photo that the gateway takes.
struct DemoPhoto: Sendable {
    let bytes: [UInt8]
    /// As `image/jpeg`.
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
