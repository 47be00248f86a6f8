/// What is to be done with a record, from its number and what was taken in before; pure (DESIGN section 4).
package enum InboxDecision: Equatable {
    /// Done before, or of an epoch below the floor.
    case ignore
    /// Next in its key, or outside the numbering: take it in. `lost` is what policy had pruned before it.
    case apply(lost: ClosedRange<Int64>?)
    /// Something before it is missing: remember, ask, do not apply.
    case hole(lost: ClosedRange<Int64>?)

    /// Decides by the record's number, the first that is still kept, and the last of its key that was taken in.
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
