/// Joins the parts of the API description: each feature describes its routes in its own `openapi.yaml`.
///
/// The parts are joined as text, so that comments and order are kept: a path that two features share appears once, with
/// the operations of both; sections of `components` are concatenated.
package struct OpenAPIDescription: Sendable {
    /// A line with the lines below it that are indented further.
    private struct Section {
        let name: String
        var lines: [Substring] = []
    }

    private var head: [Substring] = []
    private var paths: [(name: Substring, operations: [Section])] = []
    private var components: [(name: Substring, entries: [[Substring]])] = []

    /// Joins parts, each a YAML document in block style that is indented by two spaces.
    package init(_ pieces: [[UInt8]]) {
        for piece in pieces { add(String(decoding: piece, as: UTF8.self)) }
    }

    /// The whole description.
    package var bytes: [UInt8] {
        var lines = head + ["paths:"]
        for path in paths {
            lines.append(path.name)
            for operation in path.operations { lines += operation.lines }
            lines.append("")
        }
        lines.append("components:")
        for section in components {
            lines.append(section.name)
            for entry in section.entries { lines += entry + [""] }
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private mutating func add(_ piece: String) {
        let lines = piece.split(separator: "\n", omittingEmptySubsequences: false)
        for block in Self.blocks(lines[...], indentedBy: 0) {
            switch block[0] {
            case "paths:": addPaths(block.dropFirst())
            case "components:": addComponents(block.dropFirst())
            default: head += block
            }
        }
    }

    private mutating func addPaths(_ lines: ArraySlice<Substring>) {
        for block in Self.blocks(lines, indentedBy: 2) {
            let operations = Self.blocks(block.dropFirst(), indentedBy: 4).map {
                Section(name: String($0[0]), lines: Array($0))
            }
            guard let known = paths.firstIndex(where: { $0.name == block[0] }) else {
                paths.append((block[0], operations))
                continue
            }
            for operation in operations {
                guard let same = paths[known].operations.first(where: { $0.name == operation.name }) else {
                    paths[known].operations.append(operation)
                    continue
                }
                precondition(same.lines == operation.lines, "two features describe \(block[0]) \(operation.name)")
            }
        }
    }

    private mutating func addComponents(_ lines: ArraySlice<Substring>) {
        for block in Self.blocks(lines, indentedBy: 2) {
            let entries = Self.blocks(block.dropFirst(), indentedBy: 4).map { Array($0) }
            if let known = components.firstIndex(where: { $0.name == block[0] }) {
                components[known].entries += entries
            } else {
                components.append((block[0], entries))
            }
        }
    }

    /// The blocks that begin with a line of exactly this indentation, without blank lines at their ends.
    private static func blocks(_ lines: ArraySlice<Substring>, indentedBy depth: Int) -> [ArraySlice<Substring>] {
        let starts = lines.indices.filter { index in
            let line = lines[index]
            return line.prefix { $0 == " " }.count == depth && line.count > depth
        }
        return starts.indices.map { place in
            var end = place + 1 < starts.count ? starts[place + 1] : lines.endIndex
            while end > starts[place] + 1, lines[end - 1].isEmpty { end -= 1 }
            return lines[starts[place]..<end].rebased
        }
    }
}

extension ArraySlice {
    /// The same elements with indices from 0.
    fileprivate var rebased: ArraySlice { Array(self)[...] }
}
