/// Receipts of returns printed without minus signs, recognized by a heading or the words of the sum.
enum Refund {
    /// Whether all amounts are refunds although none is negative.
    static func isPrintedWithoutSigns(_ receipt: Receipt, _ rows: [ReceiptRow], _ sums: TotalReader.Sums) -> Bool {
        let amounts = receipt.items.map(\.amount.value)
        guard !amounts.isEmpty, amounts.allSatisfy({ $0 > PrintedMoney(0) }) else { return false }
        if let total = sums.total { return total.field.value < PrintedMoney(0) || isHeaded(rows, before: total.row) }
        return isHeaded(rows, before: rows.count)
    }

    /// Whether a row above the first amount announces a refund.
    private static func isHeaded(_ rows: [ReceiptRow], before end: Int) -> Bool {
        let first = rows.firstIndex { !$0.amounts.isEmpty } ?? rows.count
        return rows.prefix(min(first, end)).contains { $0.kind == .refund }
    }

    /// Negates all amounts.
    static func turn(_ receipt: inout Receipt) {
        func turn(_ money: inout PrintedMoney) { money = -money }
        func turn(_ charges: inout [Receipt.Charge]) {
            for index in charges.indices { turn(&charges[index].amount.value) }
        }
        for index in receipt.items.indices {
            turn(&receipt.items[index].amount.value)
            turn(&receipt.items[index].discounts)
            turn(&receipt.items[index].charges)
        }
        turn(&receipt.discounts)
        turn(&receipt.charges)
        if let subtotal = receipt.subtotal?.value, subtotal > PrintedMoney(0) { receipt.subtotal?.value = -subtotal }
        guard let total = receipt.total?.value, total > PrintedMoney(0) else { return }
        receipt.total?.value = -total
        turn(&receipt.tenders)
    }
}
