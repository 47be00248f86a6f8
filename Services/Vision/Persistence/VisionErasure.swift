import Messaging

/// What `vision` keeps of people.
package enum VisionErasure {
    /// Table by table; whoever looks at a photo finds that the job is gone, and tells nobody.
    package static let list = ErasureList([
        .rows(of: "jobs"), .rows(of: "confirmed_masses"), .rows(of: "lessons"), .rows(of: "later_looks"),
        .rows(of: "regions"), .rows(of: "taught_meals"), .rows(of: "consents"), .rows(of: "remote_looks"),
    ])
}
