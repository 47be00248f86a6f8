import StripeWire

/// An authenticated request to the bank.
package struct SandboxRequest: Sendable, Equatable {
    package var isPost: Bool
    package var isDelete: Bool
    /// The path without the query.
    package var path: String
    /// The fields of the body or of the query.
    package var form: StripeForm
    /// The idempotency key.
    package var key: String?

    package init(isPost: Bool, isDelete: Bool = false, path: String, form: StripeForm, key: String?) {
        self.isPost = isPost
        self.isDelete = isDelete
        self.path = path
        self.form = form
        self.key = key
    }

    /// The id of an object in the path, followed by an action if one is given.
    func object(under prefix: String, action: String? = nil) -> String? {
        guard path.hasPrefix(prefix + "/") else { return nil }
        let parts = path.dropFirst(prefix.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == (action == nil ? 1 : 2), parts.dropFirst().first.map(String.init) == action else {
            return nil
        }
        return parts.first.map(String.init)
    }
}

extension StripeForm {
    /// The fields below a name: for `metadata`, those like `metadata[charge]`.
    func metadata(under name: String) -> [String: String] {
        var found: [String: String] = [:]
        for field in fields where field.name.hasPrefix(name + "[") && field.name.hasSuffix("]") {
            let inner = field.name.dropFirst(name.count + 1).dropLast()
            if !inner.contains("[") { found[String(inner)] = field.value }
        }
        return found
    }

    /// The lines of a page.
    var lines: [PageLine] {
        var lines: [PageLine] = []
        while let amount = self["line_items[\(lines.count)][price_data][unit_amount]"].flatMap(Int64.init), amount >= 0
        {
            let title = self["line_items[\(lines.count)][price_data][product_data][name]"] ?? ""
            lines.append(PageLine(title: title, amount: amount))
        }
        return lines
    }

    /// The requested page of a list.
    func page<Element>(of all: [Element], named name: (Element) -> String) -> StripeObject.List<Element> {
        let limit = min(max(self["limit"].flatMap(Int.init) ?? 10, 1), 100)
        let start = self["starting_after"].flatMap { last in all.firstIndex { name($0) == last } }.map { $0 + 1 } ?? 0
        let rest = all.dropFirst(start)
        return StripeObject.List(data: Array(rest.prefix(limit)), hasMore: rest.count > limit)
    }
}
