import EventContracts
import Foundation
import IngestionCore

/// A product as the readings of its label tell it.
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
    /// Anything but `confirmed` says nothing about what is not named.
    let standing: Standing
    /// Absent of products that have not been read since standings were kept.
    let allergens: [ProductAllergen]?
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
        standing = product.standing ?? .reported
        allergens = product.allergens
        version = product.version
    }
}
