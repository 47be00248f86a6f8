/// The prepared statements of one connection; the least recently used are dropped first.
struct PreparedStatements {
    /// Statements are equal if their text and parameter types are.
    private struct Key: Hashable {
        let text: String
        let types: [PostgresType]
    }

    private struct Entry {
        let name: String
        var lastUse: Int
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]
    private var uses = 0
    private var names = 0
    /// Names that the server still holds although they are no longer used.
    private var retired: [String] = []

    /// - Parameter capacity: Maximum number of statements; at least 1.
    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { entries.count }

    /// The name of a prepared statement; nil if it must be prepared first.
    mutating func name(for sql: SQL) -> String? {
        uses += 1
        let key = Self.key(of: sql)
        guard let index = entries.index(forKey: key) else { return nil }
        entries.values[index].lastUse = uses
        return entries.values[index].name
    }

    /// Names a new statement, retiring the least recently used one if there are too many.
    mutating func add(_ sql: SQL) -> String {
        if entries.count >= capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            retired.append(oldest.value.name)
            entries[oldest.key] = nil
        }
        names += 1
        let name = "s\(names)"
        entries[Self.key(of: sql)] = Entry(name: name, lastUse: uses)
        return name
    }

    /// Removes a statement that the server does not hold.
    mutating func forget(_ sql: SQL) {
        entries[Self.key(of: sql)] = nil
    }

    /// Removes a statement that the server holds but can no longer use.
    mutating func retire(_ sql: SQL) {
        guard let entry = entries.removeValue(forKey: Self.key(of: sql)) else { return }
        retired.append(entry.name)
    }

    /// Removes all statements: the server no longer holds them, as after DEALLOCATE ALL.
    mutating func forgetAll() {
        entries = [:]
        retired = []
    }

    /// The names to deallocate on the server; each is returned once.
    mutating func takeRetired() -> [String] {
        defer { retired = [] }
        return retired
    }

    private static func key(of sql: SQL) -> Key {
        Key(text: sql.text, types: sql.parameters.map(\.type))
    }
}
