import EventContracts
import Foundation
import IngestionCore

/// An erasure in the form for anyone with the link.
struct ErasureView: Encodable, Sendable {
    /// The rows erased by a service.
    struct Service: Encodable, Sendable {
        let service: String
        let erasedAt: Date
        /// Numbers of rows by table.
        let deleted: [String: Int]
    }

    let id: ErasureID
    let state: String
    let requestedAt: Date
    /// The time until which the erasure can be canceled.
    let dueAt: Date
    let erasedAt: Date?
    let completedAt: Date?
    let services: [Service]
    /// The link to the receipt of the erasure; shown once.
    let link: String?
    /// The receipt in signed form; only for a completed erasure.
    let proof: String?
    /// The key for verifying the receipt.
    let key: PublicKeyView?

    init(_ erasure: Erasure, link: String? = nil, proof: (signature: String, key: PublicKeyView)? = nil) {
        id = erasure.id
        state = erasure.state.rawValue
        requestedAt = erasure.requestedAt
        dueAt = erasure.dueAt
        erasedAt = erasure.erasedAt
        completedAt = erasure.completedAt
        services = erasure.reports.sorted { $0.key < $1.key }.map {
            Service(service: $0.key, erasedAt: $0.value.erasedAt, deleted: $0.value.deleted)
        }
        self.link = link
        self.proof = proof?.signature
        key = proof?.key
    }
}
