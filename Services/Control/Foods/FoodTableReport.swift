import FoodTables

/// The foods of a table, and the rows that cannot be imported.
struct FoodTableReport: Encodable, Sendable, Equatable {
    /// A rejected record.
    struct Row: Encodable, Sendable, Equatable {
        let file: String
        /// Number of the record from 1, the header included.
        let record: Int
        let reason: String
    }

    private(set) var foods = 0
    /// Number of rejected rows by reason.
    private(set) var rejected: [String: Int] = [:]
    /// The first rejected rows.
    private(set) var rows: [Row] = []

    /// Reads a whole table and keeps the first invalid rows up to a limit.
    ///
    /// - Throws: The error of the reader.
    init(reading reader: any FoodTableReader, keeping maxRows: Int) throws {
        var report = (foods: 0, rejected: [String: Int](), rows: [Row]())
        try reader.read { event in
            switch event {
            case .food: report.foods += 1
            case .rejected(let file, let record, let problem):
                report.rejected[problem.rawValue, default: 0] += 1
                if report.rows.count < maxRows {
                    report.rows.append(Row(file: file, record: record, reason: problem.rawValue))
                }
            }
        }
        (foods, rejected, rows) = report
    }

    func print(on console: Console) {
        console.line("importable: \(foods)")
        guard !rejected.isEmpty else { return }
        var reasons = Table(.number("rows"), "not taken")
        for (reason, count) in rejected.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            reasons.add(Table.Cell(count: Int64(count)), Table.Cell(reason))
        }
        console.table(reasons)
        guard !rows.isEmpty else { return }
        var first = Table("file", .number("record"), "not taken")
        for row in rows {
            first.add(Table.Cell(row.file), Table.Cell(count: Int64(row.record)), Table.Cell(row.reason))
        }
        console.table(first)
    }
}
