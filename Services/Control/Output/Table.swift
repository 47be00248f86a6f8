/// Rows under headings, each column as wide as its widest cell.
struct Table {
    /// One heading.
    struct Column: ExpressibleByStringLiteral {
        let title: String
        var isNumeric = false

        init(stringLiteral title: String) { self.title = title }

        /// The heading of a right-aligned column.
        static func number(_ title: String) -> Column {
            var column = Column(stringLiteral: title)
            column.isNumeric = true
            return column
        }
    }

    /// One value with its style.
    struct Cell: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
        let text: String
        var style: Paint.Style?

        init(_ text: String, _ style: Paint.Style? = nil) {
            self.text = text
            self.style = style
        }

        init(stringLiteral text: String) { self.init(text) }

        /// A count; with `bad`, it is highlighted unless it is zero.
        init(count: Int64, bad: Bool = false) {
            self.init(String(count), bad && count > 0 ? .red : nil)
        }
    }

    private let columns: [Column]
    private var rows: [[Cell]] = []

    init(_ columns: Column...) {
        self.columns = columns
    }

    /// Adds a row; one cell for each column.
    mutating func add(_ cells: Cell...) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append(cells)
    }

    var isEmpty: Bool { rows.isEmpty }

    /// The lines: headings first.
    func lines(_ paint: Paint) -> [String] {
        let widths = columns.indices.map { index in
            rows.map { DisplayWidth.columns(of: $0[index].text) }
                .reduce(DisplayWidth.columns(of: columns[index].title), max)
        }
        let headings = columns.map { Cell($0.title, .bold) }
        return ([headings] + rows).map { row in line(row, widths, paint) }
    }

    private func line(_ row: [Cell], _ widths: [Int], _ paint: Paint) -> String {
        var line = ""
        for (index, cell) in row.enumerated() {
            let filling = String(repeating: " ", count: widths[index] - DisplayWidth.columns(of: cell.text))
            let text = paint(cell.text, cell.style)
            let isLast = index == row.count - 1
            if columns[index].isNumeric {
                line += filling + text
            } else {
                line += isLast ? text : text + filling
            }
            if !isLast { line += "  " }
        }
        return line
    }
}
