import EventContracts
import Sealing
import Synchronization

/// The JSON of documents for their owners; cached for the next read of the same version.
///
/// Opening and encoding a scan is the most expensive part of a read. Only small documents are kept, so that all of them
/// together stay within `capacity` times `largest` bytes.
package final class RenderedDocuments: Sendable {
    private struct Key: Hashable {
        let resource: ResourceReference
        let owner: AccountID
        let version: EntityTag.Version
    }

    /// Maximum number of kept documents.
    private static let capacity = 1_000
    /// Maximum size of a kept document, in bytes; a typical scan has about 3,000.
    private static let maxSize = 16 * 1_024

    /// Opens documents.
    package let opener: DocumentOpener
    private let kept = Mutex(BoundedCache<Key, [UInt8]>(capacity: capacity))

    package init(opener: DocumentOpener) {
        self.opener = opener
    }

    /// The document's view as JSON.
    ///
    /// - Throws: As `DocumentOpener.view(of:)`, also for a kept document, so that data with a destroyed key is never
    ///   returned.
    package func json(of document: Document) async throws -> [UInt8] {
        let key = Key(resource: document.resource, owner: document.owner, version: document.tag)
        if let json = kept.withLock({ $0[key] }) {
            try await opener.sealer.requireKey(for: document.owner.uuid)
            return json
        }
        let json = try EventCoding.encode(try await opener.view(of: document))
        if json.count <= Self.maxSize { kept.withLock { $0[key] = json } }
        return json
    }

    /// One page of documents as JSON, in the format of `PageView`.
    ///
    /// - Parameters:
    ///   - documents: The documents of the page.
    ///   - next: The cursor of the next page; nil for the last.
    ///   - count: A number beside the items, with its name.
    ///   - member: A member to add to the JSON of a document.
    /// - Returns: The JSON.
    /// - Throws: As `json(of:)`; an `EncodingError` of a member.
    package func page(
        of documents: some Sequence<Document>, next: PageCursor?, count: (name: String, value: Int)? = nil,
        adding member: (Document) -> JSONMember? = { _ in nil }
    ) async throws -> [UInt8] {
        var page = Array(#"{"items":["#.utf8)
        for (index, document) in documents.enumerated() {
            if index > 0 { page.append(UInt8(ascii: ",")) }
            let json = try await json(of: document)
            page += try member(document).map { try $0.added(to: json) } ?? json
        }
        let number = count.map { #","\#($0.name)":\#($0.value)"# } ?? ""
        return page + Array(#"],"next":\#(next.map { #""\#($0.text)""# } ?? "null")\#(number)}"#.utf8)
    }
}
