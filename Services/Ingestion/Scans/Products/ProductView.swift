import EventContracts
import Foundation
import IngestionCore

/// A product's facts from the readings of its label.
struct ProductView: Encodable, Sendable {
    let gtin: GTIN
    let language: String?
    let contains: [AllergenChoice]
    let mayContain: [AllergenChoice]
    let evidence: [ProductEvidence]
    let readings: Int64
    let firstReadAt: Date
    let readAt: Date
    /// The newest change of the named allergens; absent without a change.
    let change: ProductChange?
    /// The confirmation status; only `confirmed` allows conclusions about allergens that are not listed.
    let standing: Standing
    /// Absent for products without a reading since this field exists.
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
