/// Statements in the messages of PostgreSQL's log.
enum LoggedStatement {
    /// The kind of a statement with an unknown first word, and of several statements in one message.
    static let other = "OTHER"

    private static let kinds: Set<String> = [
        "ABORT", "ALTER", "ANALYZE", "BEGIN", "CALL", "CHECKPOINT", "CLOSE", "CLUSTER", "COMMENT", "COMMIT", "COPY",
        "CREATE", "DEALLOCATE", "DECLARE", "DELETE", "DISCARD", "DO", "DROP", "END", "EXECUTE", "EXPLAIN", "FETCH",
        "GRANT", "IMPORT", "INSERT", "LISTEN", "LOAD", "LOCK", "MERGE", "MOVE", "NOTIFY", "PREPARE", "REASSIGN",
        "REFRESH", "REINDEX", "RELEASE", "RESET", "REVOKE", "ROLLBACK", "SAVEPOINT", "SECURITY", "SELECT", "SET",
        "SHOW", "START", "TABLE", "TRUNCATE", "UNLISTEN", "UPDATE", "VACUUM", "VALUES", "WITH",
    ]

    /// The kind of the statement in a message, such as `SELECT`, or `OTHER`; nil for a message without a statement.
    static func kind(in message: String) -> String? {
        let text = message.utf8
        if text.starts(with: "statement:".utf8) { return kind(of: text.dropFirst("statement:".utf8.count)) }
        guard text.starts(with: "execute ".utf8) else { return nil }
        // Users choose the prepared statement's name before the colon; with a second colon, the beginning of the
        // statement is uncertain.
        let colons = message.ranges(of: ": ")
        guard colons.count == 1, let colon = colons.first else { return other }
        return kind(of: message[colon.upperBound...].utf8)
    }

    private static func kind(of statement: Substring.UTF8View) -> String {
        let text = withoutOpening(statement)
        let word = String(Substring(text.prefix(while: isPartOfWord))).uppercased()
        let end = text.drop { $0 != UInt8(ascii: ";") }
        let isOne = end.allSatisfy { $0 == UInt8(ascii: ";") || isSpace($0) }
        return isOne && kinds.contains(word) ? word : other
    }

    /// Skips spaces, comments and opening brackets before the first word.
    private static func withoutOpening(_ statement: Substring.UTF8View) -> Substring.UTF8View {
        var rest = statement
        while let first = rest.first {
            if isSpace(first) || first == UInt8(ascii: "(") {
                rest = rest.dropFirst()
                continue
            }
            if rest.starts(with: "--".utf8) {
                rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
                continue
            }
            guard rest.starts(with: "/*".utf8) else { break }
            rest = withoutComment(rest)
        }
        return rest
    }

    /// Skips the comment at the beginning; comments may be nested.
    private static func withoutComment(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var rest = text.dropFirst(2)
        var depth = 1
        while depth > 0, !rest.isEmpty {
            if rest.starts(with: "*/".utf8) {
                depth -= 1
                rest = rest.dropFirst(2)
            } else if rest.starts(with: "/*".utf8) {
                depth += 1
                rest = rest.dropFirst(2)
            } else {
                rest = rest.dropFirst()
            }
        }
        return rest
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
            true
        default: false
        }
    }
}
