import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import ServiceRuntime

/// What is known of products: by their bar code everybody's, since it holds nothing of anybody; by an id a person's own.
struct ProductEndpoints: Sendable {
    let resources: ResourceReader

    /// A product by its bar code, or one of those that the person buys by its id: the form of the name tells which.
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
