/// Which queue a photo waits in (DESIGN section 6), the first to be served first.
package enum Lane: String, Sendable, CaseIterable, Comparable {
    case label, pro, basic

    /// Earlier lanes are smaller.
    package static func < (left: Lane, right: Lane) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .label: 0
        case .pro: 1
        case .basic: 2
        }
    }
}
