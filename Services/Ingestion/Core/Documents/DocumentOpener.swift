import EventContracts
import Sealing

/// A resource in the form for clients.
package struct ResourceView: Encodable, Sendable {
    private let value: any Encodable & Sendable

    package init(_ value: some Encodable & Sendable) { self.value = value }

    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// The views of documents by kind; every feature adds its own kinds.
package struct DocumentViews: Sendable {
    package typealias Make = @Sendable (Document, DocumentOpener) async throws -> any Encodable & Sendable

    private var makers: [ResourceKind: Make] = [:]

    package init() {}

    /// Adds a kind, by the event type of its documents.
    package mutating func add<Body: EventBody, View: Encodable & Sendable>(
        _ kind: ResourceKind, _ type: Body.Type,
        _ make: @escaping @Sendable (Body, Document.Companion?, DocumentOpener) async throws -> View
    ) {
        precondition(makers[kind] == nil, "two features show \(kind)")
        makers[kind] = { document, opener in
            try await make(try EventCoding.decode(Body.self, from: document.body), document.companion, opener)
        }
    }

    /// The kinds with a view.
    package var kinds: Set<ResourceKind> { Set(makers.keys) }

    fileprivate func make(_ kind: ResourceKind) -> Make? { makers[kind] }
}

/// Opens the sealed parts of documents for their owners.
package struct DocumentOpener: Sendable {
    package let sealer: Sealer
    private let views: DocumentViews

    package init(sealer: Sealer, views: DocumentViews) {
        self.sealer = sealer
        self.views = views
    }

    /// The resource in the form for clients.
    ///
    /// - Throws: A `SealingError`; a `DecodingError` if the document is not of its kind; `UnknownStoredValue` for a
    ///   kind without a view.
    package func view(of document: Document) async throws -> ResourceView {
        guard let make = views.make(document.resource.kind) else {
            throw UnknownStoredValue(column: "documents.kind")
        }
        return ResourceView(try await make(document, self))
    }
}
