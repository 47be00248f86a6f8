import EventContracts
import Foundation

/// A product as the newest complete reading of its label tells it.
struct ProductView: Encodable, Sendable {
    let gtin: GTIN
    let language: String?
    let contains: [AllergenChoice]
    let mayContain: [AllergenChoice]
    let evidence: [ProductEvidence]
    let readings: Int64
    let firstReadAt: Date
    let readAt: Date
    /// The newest change of what the label names; absent while there was none.
    let change: ProductChange?
    let version: Int64

    init(_ product: ProductChanged) {
        gtin = product.gtin
        language = product.language
        contains = product.contains
        mayContain = product.mayContain
        evidence = product.evidence
        readings = product.readings
        firstReadAt = product.firstReadAt
        readAt = product.readAt
        change = product.change
        version = product.version
    }
}
