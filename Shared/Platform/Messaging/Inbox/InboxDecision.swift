/// The decision on a record, from its number and the numbers processed before; no side effects.
package enum InboxDecision: Equatable {
    /// Processed before, or from an epoch below the minimum.
    case ignore
    /// Next of its key, or unnumbered: processed.
    ///
    /// `lost` are the numbers before it that retention had pruned.
    case apply(lost: ClosedRange<Int64>?)
    /// Earlier events are missing: the gap is stored and requested, and the record is not applied.
    case hole(lost: ClosedRange<Int64>?)

    /// Decides from the record's number, the first kept number of its key, and the last processed one.
    ///
    /// `last` is 0 for a new key, which is expected at 1; epochs below `floor` are ignored (after a restore).
    static func decide(
        sequence: Int64, first: Int64, epoch: Int64, last: Int64, floor: Int64
    ) -> InboxDecision {
        if epoch < floor { return .ignore }
        if sequence == 0 { return .apply(lost: nil) }
        if sequence <= last { return .ignore }
        guard sequence > last + 1 else { return .apply(lost: nil) }
        guard first > last + 1 else { return .hole(lost: nil) }
        let pruned = (last + 1)...(first - 1)
        return sequence > first ? .hole(lost: pruned) : .apply(lost: pruned)
    }
}
