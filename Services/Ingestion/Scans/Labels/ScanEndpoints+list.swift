import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import Sealing
import ServiceRuntime

/// Reads of scans, with the names of their products.
extension ScanEndpoints {
    /// A scan with its document and the name of its product.
    private struct Found: Sendable {
        let document: Document
        let scan: ScanAssessed
        let productName: String?

        var place: PageCursor { PageCursor(sortKey: document.sortKey, id: document.resource.id) }
    }

    /// The scans, newest first, filtered by words in their names and by verdict.
    ///
    /// A page may contain fewer scans than the limit and still have a next page, because a request examines only a
    /// limited number of scans.
    func list(_ call: Call) async throws -> Answer {
        let query = try ScanQuery(call.query), limit = query.page.limit
        let own = await ownNames(for: call)
        var shown: [Found] = [], cursor = query.page.cursor, next: PageCursor?, examined = 0
        while true {
            let batchSize = query.isNarrowed ? ScanQuery.batch : limit + 1
            let documents = try await DocumentRepository.list(
                .labelScan, of: call.principal.account, after: cursor, limit: batchSize, in: acceptor.resources.database
            )
            examined += documents.count
            shown += try await found(in: documents, by: query, own, call)
            if shown.count > limit {
                next = shown[limit - 1].place
                break
            }
            guard documents.count == batchSize, let last = documents.last else { break }
            cursor = PageCursor(sortKey: last.sortKey, id: last.resource.id)
            if examined >= ScanQuery.maxExamined {
                next = cursor
                break
            }
        }
        let page = shown.prefix(limit)
        let names = Dictionary(page.map { ($0.document.resource.id, $0.productName) }) { first, _ in first }
        let json = try await acceptor.resources.documents.page(
            of: page.map { $0.document.shown(to: call.viewer) }, next: next
        ) { Self.member(names[$0.resource.id] ?? nil) }
        return Answer(.ok, body: .json(json))
    }

    /// Filters scans for a list; their sealed names are decrypted and searched in memory.
    @concurrent private func found(
        in documents: [Document], by query: ScanQuery, _ own: OwnFoodNames, _ call: Call
    ) async throws -> [Found] {
        let scans = try documents.map { (document: $0, scan: try EventCoding.decode(ScanAssessed.self, from: $0.body)) }
            .filter { query.verdict == nil || $0.scan.verdict == query.verdict }
        let names = await productNames(of: scans.map(\.scan.gtin), own, call)
        var found: [Found] = []
        for (document, scan) in scans {
            let productName = scan.gtin.flatMap { GTIN($0) }.flatMap { names[$0] }
            if !query.words.isEmpty {
                let name = try await acceptor.resources.documents.opener.scanName(scan)
                guard query.words.fit([name, productName].compactMap(\.self).joined(separator: "\n")) else { continue }
            }
            found.append(Found(document: document, scan: scan, productName: productName))
        }
        return found
    }

    func read(_ call: Call) async throws -> Answer {
        let resource = ResourceReference(.labelScan, try ResourceReader.id(of: call))
        let document = try await acceptor.resources.document(resource, of: call.principal.account)
        guard let document = document?.shown(to: call.viewer) else { throw ProblemDetails(.notFound) }
        let scan = try EventCoding.decode(ScanAssessed.self, from: document.body)
        let name = await productName(of: scan.gtin, call)
        // A changed product name changes the tag.
        let version = name.map { EntityTag.Version(document.version, beside: Self.number(of: $0)) } ?? document.tag
        return try await acceptor.resources.answer(version: version, to: call) {
            let json = try await acceptor.resources.documents.json(of: document)
            return try Self.member(name).map { try $0.added(to: json) } ?? json
        }
    }

    /// Adds the product's name to an answer that contains a scan.
    func naming(_ answer: Answer, to call: Call) async throws -> Answer {
        struct Scan: Decodable { let gtin: String? }
        guard [.ok, .created].contains(answer.status), case .json(let json) = answer.body else { return answer }
        let gtin = try EventCoding.decode(Scan.self, from: json).gtin
        guard let member = Self.member(await productName(of: gtin, call)) else { return answer }
        var named = answer
        named.body = .json(try member.added(to: json))
        return named
    }

    private func productName(of gtin: String?, _ call: Call) async -> String? {
        guard gtin != nil else { return nil }
        return await productNames(of: [gtin], ownNames(for: call), call).values.first
    }

    /// Names of the person's own foods; empty through a grant, which does not include them.
    private func ownNames(for call: Call) async -> OwnFoodNames {
        guard call.viewer == nil, let account = try? call.principal.account else { return OwnFoodNames() }
        return (try? await foods.ownNames(of: account)) ?? OwnFoodNames()
    }

    /// The names of products.
    ///
    /// Names that cannot be determined at the moment are left out, so that they never delay a verdict.
    private func productNames(of gtins: [String?], _ own: OwnFoodNames, _ call: Call) async -> [GTIN: String] {
        let barcodes = Set(gtins.compactMap { $0.flatMap { GTIN($0) } })
        guard !barcodes.isEmpty, let language = try? await call.foodLanguage(in: acceptor.resources.database) else {
            return [:]
        }
        return (try? await foods.names(of: barcodes, own: own, in: language)) ?? [:]
    }

    private static func member(_ productName: String?) -> JSONMember? {
        productName.map { JSONMember("productName", $0) }
    }

    /// A number derived from a name, for an entity tag.
    private static func number(of name: String) -> Int64 {
        let bytes = NamedUUID.make("product-name/\(name)").uuid
        return Int64(withUnsafeBytes(of: bytes) { $0.loadUnaligned(as: UInt32.self) })
    }
}
