import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import ServiceRuntime

/// Product facts: by bar code the shared facts, which contain no personal data; by id a product of the person.
struct ProductEndpoints: Sendable {
    let resources: ResourceReader

    /// A product by its bar code, or a product of the person by its id; the two forms differ.
    func read(_ call: Call) async throws -> Answer {
        if let id = try? ResourceReader.id(of: call) {
            guard try call.principal.scopes.contains(.purchases) else { throw ProblemDetails(.forbidden) }
            let resource = ResourceReference(.purchasedProduct, id)
            return try await resources.answer(
                try await resources.document(resource, of: call.principal.account), to: call)
        }
        guard let gtin = call.id.flatMap({ GTIN($0) }), gtin.isWorldwide,
            let product = try await ProductRepository.read(gtin, in: resources.database)
        else { throw ProblemDetails(.notFound) }
        var headers = HTTPFields()
        headers[.eTag] = EntityTag.text(product.version)
        if EntityTag.condition(call.headers[values: .ifNoneMatch], weak: true)?.matches(product.version) == true {
            return Answer(.notModified, headers: headers)
        }
        return try .json(.ok, ProductView(product), headers: headers)
    }
}
