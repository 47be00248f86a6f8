/// A place in a JSON document (RFC 6901).
package struct JSONPointer: Sendable, Equatable, CustomStringConvertible {
    private var tokens: [String] = []

    /// The whole document.
    package static let root = JSONPointer()

    /// The member `name` of the object here.
    package func member(_ name: String) -> JSONPointer {
        var pointer = self
        pointer.tokens.append(name)
        return pointer
    }

    /// The element at `index` of the array here.
    package func element(_ index: Int) -> JSONPointer { member(String(index)) }

    package var description: String {
        tokens.map { token in
            "/"
                + String(
                    token.flatMap { character -> String in
                        switch character {
                        case "~": "~0"
                        case "/": "~1"
                        default: String(character)
                        }
                    })
        }.joined()
    }
}
