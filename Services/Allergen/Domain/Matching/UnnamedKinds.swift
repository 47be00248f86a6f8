/// Decides whether the label states the species of a group such as "tree nuts".
///
/// "Nuts (almonds)", "almonds (nuts)" and "Contains: tree nuts." below a list with almonds state it; then no other
/// species is possible. In all other cases any species is possible.
struct UnnamedKinds {
    private let reading: LabelReading

    init(reading: LabelReading) {
        self.reading = reading
    }

    /// The hits with `unnamed` cleared where the label states the species.
    func resolve(_ hits: [AllergenHit]) -> [AllergenHit] {
        guard hits.contains(where: { !$0.unnamed.isEmpty }) else { return hits }
        let inList = hits.reduce(into: SpeciesSet()) { kinds, hit in
            if !hit.species.isEmpty, !isStatement(hit) { kinds.formUnion(hit.species) }
        }
        return hits.indices.map { index in
            var hit = hits[index]
            guard !hit.unnamed.isEmpty else { return hit }
            if reading.kind(ofTokenAt: hit.tokens.lowerBound) == .containsStatement {
                hit.unnamed.subtract(inList.groups)
            }
            for other in [index - 1, index + 1] where hits.indices.contains(other) && joined(index, other, hits) {
                hit.unnamed.subtract(hits[other].species.groups)
            }
            return hit
        }
    }

    private func isStatement(_ hit: AllergenHit) -> Bool {
        switch reading.kind(ofTokenAt: hit.tokens.lowerBound) {
        case .containsStatement, .traceStatement, .afterList: true
        case .preface, .ingredients, .freeFromStatement: false
        }
    }

    /// Whether there is a bracket or a colon, but no comma, between two neighboring hits.
    private func joined(_ index: Int, _ other: Int, _ hits: [AllergenHit]) -> Bool {
        let (first, second) = (hits[min(index, other)].tokens, hits[max(index, other)].tokens)
        guard first.upperBound <= second.lowerBound else { return false }
        let between = reading.text.marks(in: first.upperBound...second.lowerBound)
        return between.contains { $0.kind == .open || $0.kind == .colon }
            && !between.contains { $0.kind == .comma || $0.kind == .sentence || $0.kind == .close }
    }
}
