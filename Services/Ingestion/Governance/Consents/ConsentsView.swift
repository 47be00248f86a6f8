import EventContracts
import Foundation
import IngestionCore

/// Consents, as shown to the person.
struct ConsentsView: Encodable, Sendable {
    struct Terms: Encodable, Sendable {
        let accepted: String
        let current: String
        let acceptedAt: Date
    }

    struct Purpose: Encodable, Sendable {
        let allowed: Bool
        /// When the person decided; nil if they have not.
        let changedAt: Date?
    }

    let version: Int64
    let terms: Terms
    let purposes: [String: Purpose]

    init(_ consents: Consents, terms: (terms: String, at: Date), current: String) {
        version = consents.version
        self.terms = Terms(accepted: terms.terms, current: current, acceptedAt: terms.at)
        purposes = Dictionary(
            uniqueKeysWithValues: ConsentPurpose.allCases.map { purpose in
                let entry = consents.purposes[purpose]
                return (purpose.rawValue, Purpose(allowed: consents.allows(purpose), changedAt: entry?.changedAt))
            })
    }
}

/// Consents given at one time.
struct ConsentRecordView: Encodable, Sendable {
    let version: Int64
    let purposes: [String: Bool]
    let terms: String
    let at: Date

    init(_ record: ConsentRecord) {
        version = record.version
        purposes = record.purposes
        terms = record.terms
        at = record.at
    }
}
