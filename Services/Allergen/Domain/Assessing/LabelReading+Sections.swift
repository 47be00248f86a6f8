extension LabelReading {
    /// The kind of the section that a token is in; the heading of a list belongs to the list.
    func kind(ofTokenAt index: Int) -> LabelSection.Kind {
        var low = 0
        var high = sections.count
        while low < high {
            let middle = (low + high) / 2
            if sections[middle].tokens.upperBound <= index { low = middle + 1 } else { high = middle }
        }
        guard low < sections.count, sections[low].tokens.contains(index) else { return .ingredients }
        return sections[low].kind
    }
}
