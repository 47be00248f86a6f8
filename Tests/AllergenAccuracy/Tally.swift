/// Counts of right and wrong results over some lists; each allergen of each list counts once.
package struct Tally: Sendable {
    package private(set) var lists = 0
    private var found = 0
    private var missed = 0
    private var invented = 0
    private var warned = 0
    private var tracesWarned = 0
    private var tracesMissed = 0
    private var extraWarnings = 0
    private var incomplete = 0
    private var silent = 0

    /// Share of the contained allergens that were named as contained.
    package var recall: Share { Share(part: found, whole: found + missed) }
    /// Share of the allergens named as contained that the lists really contain.
    package var precision: Share { Share(part: found, whole: found + invented) }
    /// Share of the contained allergens that were named as contained or possible.
    package var warning: Share { Share(part: warned, whole: found + missed) }
    /// Share of the allergens in trace statements that were named at all.
    package var traces: Share { Share(part: tracesWarned, whole: tracesWarned + tracesMissed) }
    /// Allergens named as possible although neither the list nor a statement contains them, per hundred lists.
    package var extraPerHundred: Double { lists == 0 ? 0 : 100 * Double(extraWarnings) / Double(lists) }

    /// Share of the lists that are answered with *could not read* for a person whose allergen is not named.
    package var unread: Share { Share(part: incomplete, whole: lists) }
    /// Share of the contained allergens that are answered with *not detected*.
    package var notDetected: Share { Share(part: silent, whole: found + missed) }

    mutating func add(_ list: LabeledList, held: Set<String>, possible: Set<String>, isComplete: Bool = true) {
        let expected = list.contains.subtracting(list.debatable)
        let named = held.subtracting(list.debatable)
        let traces = list.traces.subtracting(expected)
        lists += 1
        found += named.intersection(expected).count
        missed += expected.subtracting(named).count
        invented += named.subtracting(expected).count
        if !isComplete { incomplete += 1 }
        silent += isComplete ? expected.subtracting(held).subtracting(possible).count : 0
        warned += expected.intersection(held.union(possible)).count
        tracesWarned += traces.intersection(held.union(possible)).count
        tracesMissed += traces.subtracting(held.union(possible)).count
        extraWarnings += possible.subtracting(expected).subtracting(traces).subtracting(list.debatable).count
    }
}
