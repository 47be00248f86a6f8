import EventContracts
import Foundation
import IngestionScans
import TestPeers
@testable import IngestionCore
import IngestionService
import Sealing
import Testing

@Suite("Rendered documents")
struct RenderedDocumentsTests {
    private let ring = MemoryKeyRing()
    private let account = AccountID.random()

    private var rendered: RenderedDocuments {
        var views = DocumentViews()
        ScansFeature.addViews(to: &views)
        return RenderedDocuments(opener: DocumentOpener(sealer: Sealer(keyRing: ring), views: views))
    }

    /// A version of the account's profile, with that number of allergens.
    private func profile(_ version: Int64) async throws -> Document {
        try await ring.createKey(for: account.uuid)
        let others = try await Sealer(keyRing: ring).seal([OtherIngredient](), .otherIngredients(of: account))
        let event = ProfileChanged(
            accountID: account, version: version,
            allergens: Array([AllergenChoice.milk, .eggs, .nuts].prefix(Int(version))),
            otherIngredients: others, diets: [], traces: .warn, changedAt: Date(timeIntervalSince1970: 0))
        return Document(
            resource: ResourceReference(.allergenProfile, account.uuid), owner: account, sortKey: 0, version: version,
            body: try EventCoding.encode(event), deletedAt: nil)
    }

    @Test("document: each version renders the same when cached")
    func versions() async throws {
        let rendered = rendered, first = try await profile(1), second = try await profile(2)
        for document in [first, first, second, first, second] {
            let expected = try EventCoding.encode(try await rendered.opener.view(of: document))
            #expect(try await rendered.json(of: document) == expected)
        }
    }

    @Test("document page: renders as a list of views", arguments: [0, 1, 3])
    func page(count: Int) async throws {
        let rendered = rendered
        var documents: [Document] = []
        for version in 0..<count { documents.append(try await profile(Int64(version + 1))) }
        for cursor in [nil, PageCursor(sortKey: 7, id: account.uuid)] {
            var views: [ResourceView] = []
            for document in documents { views.append(try await rendered.opener.view(of: document)) }
            let expected = try EventCoding.encode(PageView(items: views, next: cursor?.text))
            #expect(try await rendered.page(of: documents, next: cursor) == expected)
        }
    }

    @Test("GW-36: cached content is hidden once the account's key is gone")
    func erased() async throws {
        let rendered = rendered, document = try await profile(1)
        _ = try await rendered.json(of: document)
        try await ring.destroyKey(for: account.uuid)
        await #expect(throws: SealingError.self) { try await rendered.json(of: document) }
    }

    @Test("document kinds: each but catalog foods has a view")
    func everyKind() {
        var views = DocumentViews()
        for feature in IngestionService.features { feature.addViews(to: &views) }
        #expect(views.kinds == Set(ResourceKind.allCases).subtracting([.catalogueFood]))
    }
}
