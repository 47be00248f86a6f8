/// Maps sequences of word numbers to values; one look-up per word.
struct TokenTrie<Value: Sendable>: Sendable {
    static var root: Int32 { 0 }

    private var edges: [UInt64: Int32] = [:]
    private var values: [[Value]] = [[]]

    /// Adds a value at the end of a sequence; a sequence may hold several.
    mutating func insert(_ words: [Int32], _ value: Value) {
        var node = Self.root
        for word in words {
            let edge = Self.edge(node, word)
            if let next = edges[edge] {
                node = next
            } else {
                let next = Int32(values.count)
                values.append([])
                edges[edge] = next
                node = next
            }
        }
        values[Int(node)].append(value)
    }

    /// The node after one further word; nil if no sequence continues with it.
    func step(from node: Int32, by word: Int32) -> Int32? {
        edges[Self.edge(node, word)]
    }

    func values(at node: Int32) -> [Value] {
        values[Int(node)]
    }

    /// Calls `found` with each sequence that starts at a token, shortest first, and the index after its last token.
    func matches(in text: LabelText, at start: Int, found: (_ end: Int, _ values: [Value]) -> Void) {
        var node = Self.root
        var index = start
        while index < text.tokens.count, index == start || text.continues(at: index),
            let next = step(from: node, by: text.tokens[index].word)
        {
            node = next
            index += 1
            let values = values(at: node)
            if !values.isEmpty { found(index, values) }
        }
    }

    private static func edge(_ node: Int32, _ word: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: word))
    }
}
