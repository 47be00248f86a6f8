import Messaging

/// The personal data of `vision`.
package enum VisionErasure {
    /// The tables to erase; a worker that finds its job gone drops its result.
    package static let list = ErasureList([
        .rows(of: "jobs"), .rows(of: "confirmed_masses"), .rows(of: "lessons"), .rows(of: "later_looks"),
        .rows(of: "regions"), .rows(of: "taught_meals"), .rows(of: "consents"), .rows(of: "remote_looks"),
    ])
}
