import Messaging

/// What `vision` keeps of people.
package enum VisionErasure {
    /// Table by table; whoever looks at a photo finds that the job is gone, and tells nobody.
    package static let list = ErasureList([
        .rows(of: "jobs"),
        .rows(of: "consents"),
        .rows(of: "remote_looks"),
    ])
}
