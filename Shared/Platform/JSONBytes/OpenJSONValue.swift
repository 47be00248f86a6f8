import Foundation

/// A value that is being written; the encoder that the value sees.
final class OpenJSONValue: Encoder {
    private enum Kind {
        case none, scalar, array, object
    }

    /// A member of an object or an element of an array whose container was handed out: it is inserted at the end.
    private struct Later {
        let position: Int
        let value: OpenJSONValue
    }

    let output: JSONOutput
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let start: Int
    // Only one task writes a value, and no access spans a call of it: without the runtime's checks of exclusive access,
    // which were a seventh of the time.
    @exclusivity(unchecked) private var kind = Kind.none
    /// The members of an object, with the position of each.
    @exclusivity(unchecked) private var members: [(key: String, start: Int)] = []
    @exclusivity(unchecked) private var isSorted = true
    @exclusivity(unchecked) private(set) var elements = 0
    @exclusivity(unchecked) private var later: [Later] = []

    init(_ output: JSONOutput) {
        self.output = output
        start = output.count
    }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(.object, "{")
        return KeyedEncodingContainer(JSONObject(value: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        begin(.array, "[")
        return JSONArray(value: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONScalar(value: self)
    }

    /// A value may ask for its container twice, as when it adds members to those of another type, but not for two kinds
    /// of containers, as with Foundation.
    private func begin(_ kind: Kind, _ bracket: String) {
        precondition(self.kind == .none || self.kind == kind, "a value encodes itself in two ways")
        guard self.kind == .none else { return }
        self.kind = kind
        output.write(unescaped: bracket)
    }

    // MARK: Parts

    func beginMember(_ key: String) {
        if let last = members.last {
            output.write(unescaped: ",")
            isSorted = isSorted && Self.isOrdered(last.key, key)
        }
        members.append((key, output.count))
        output.write(key)
        output.write(unescaped: ":")
    }

    func beginElement() {
        if elements > 0 { output.write(unescaped: ",") }
        elements += 1
    }

    func beginScalar() {
        precondition(kind == .none, "a value encodes itself in two ways")
        kind = .scalar
    }

    /// Hands out a part that is written later.
    func beginLater() -> OpenJSONValue {
        let value = OpenJSONValue(output.separate())
        later.append(Later(position: output.count, value: value))
        return value
    }

    // MARK: The end

    /// Completes the value; one that has encoded nothing is an empty object.
    func close() {
        insertLater()
        switch kind {
        case .none: output.write(unescaped: "{}")
        case .scalar: break
        case .array: output.write(unescaped: "]")
        case .object:
            if !isSorted { sort() }
            output.write(unescaped: "}")
        }
    }

    private func insertLater() {
        guard !later.isEmpty else { return }
        var whole: [UInt8] = [], done = start, moved = 0
        for part in later {
            part.value.close()
            let text = part.value.output.bytes
            whole += output[done..<part.position] + text
            done = part.position
            for index in members.indices where members[index].start >= part.position + moved {
                members[index].start += text.count
            }
            moved += text.count
        }
        whole += output[done..<output.count]
        output.replace(from: start, with: whole)
    }

    /// Puts the members in the order of their keys; of those with the same key the last one stays.
    private func sort() {
        let order = members.indices.sorted { left, right in
            let keys = (members[left].key, members[right].key)
            return keys.0 == keys.1 ? left < right : Self.isOrdered(keys.0, keys.1)
        }
        var whole: [UInt8] = [UInt8(ascii: "{")]
        whole.reserveCapacity(output.count - start)
        for (place, index) in order.enumerated() {
            if place + 1 < order.count, members[order[place + 1]].key == members[index].key { continue }
            if whole.count > 1 { whole.append(UInt8(ascii: ",")) }
            let end = index + 1 < members.count ? members[index + 1].start - 1 : output.count
            whole += output[members[index].start..<end]
        }
        output.replace(from: start, with: whole)
    }

    /// Orders keys by their bytes.
    private static func isOrdered(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
