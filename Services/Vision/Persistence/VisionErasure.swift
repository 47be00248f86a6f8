import Messaging

/// The personal data of `vision`.
package enum VisionErasure {
    /// The erasure of each table; a worker whose job is deleted discards its result.
    package static let list = ErasureList([
        .rows(of: "jobs"), .rows(of: "confirmed_masses"), .rows(of: "lessons"), .rows(of: "later_looks"),
        .rows(of: "regions"), .rows(of: "taught_meals"), .rows(of: "consents"), .rows(of: "remote_looks"),
    ])
}
