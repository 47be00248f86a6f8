import EventContracts
import Foundation
import HTTPTypes
import Postgres
import ServiceRuntime

/// What is known of products by their bar code: everybody's, since it holds nothing of anybody.
struct ProductEndpoints: Sendable {
    let database: PostgresPool

    func read(_ call: Call) async throws -> Answer {
        guard let gtin = call.id.flatMap({ GTIN($0) }),
            let product = try await ProductRepository.read(gtin, in: database)
        else { throw ProblemDetails(.notFound) }
        var headers = HTTPFields()
        headers[.eTag] = EntityTag.text(product.version)
        if EntityTag.condition(call.headers[values: .ifNoneMatch], weak: true)?.matches(product.version) == true {
            return Answer(.notModified, headers: headers)
        }
        return try .json(.ok, ProductView(product), headers: headers)
    }
}
