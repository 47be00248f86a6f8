/// Resolves ambiguities by comparison with the total, which is already chosen: whether taxes are included in prices,
/// the sign of a rounding, whether a discount without a sign was subtracted or only mentioned, and whether a row with
/// words for a discount or a payment is an item.
///
/// The total and the amounts are never changed.
struct Balance {
    let unsigned: [ItemReader.Place]
    var doubtful: [ItemReader.Doubtful] = []
    /// Whether prices include taxes on receipts in this language.
    var holdsTaxes = false

    /// Resolves the ambiguities of a receipt; if no interpretation matches the total, it stays as printed.
    func settle(_ receipt: inout Receipt) {
        guard let total = receipt.total?.value, !receipt.items.isEmpty else { return settleByCountry(&receipt) }
        if apply(&receipt, total) { return }
        var without = receipt
        remove(unsigned, from: &without)
        if !unsigned.isEmpty, apply(&without, total) {
            receipt = without
            return
        }
        for doubt in doubtful {
            var with = receipt
            add(doubt, to: &with)
            if apply(&with, total) {
                receipt = with
                return
            }
        }
        settleByCountry(&receipt)
    }

    /// Adds an item instead of the discount or the payment that its row was read as.
    private func add(_ doubt: ItemReader.Doubtful, to receipt: inout Receipt) {
        let places = unsigned.filter { $0.row == doubt.row }
        remove(places, from: &receipt)
        for place in places {
            guard let item = place.item, receipt.items.indices.contains(item) else { continue }
            if doubt.item.isNearExpiry { receipt.items[item].isNearExpiry = false }
            receipt.items[item].rawText = receipt.items[item].rawText.replacing("\n" + doubt.item.rawText, with: "")
        }
        receipt.tenders.removeAll { $0.amount.crop == doubt.item.amount.crop }
        receipt.items.insert(doubt.item, at: min(doubt.index, receipt.items.count))
    }

    /// Finds the taxes and the sign of the rounding for which the rows add up to the total; false if none do.
    private func apply(_ receipt: inout Receipt, _ total: PrintedMoney) -> Bool {
        let fixed = receipt.charges.filter { $0.kind != .tax && $0.kind != .rounding }.reduce(articles(of: receipt)) {
            $0 + $1.amount.value
        }
        let taxes = receipt.charges.indices.filter { receipt.charges[$0].kind == .tax }.prefix(6)
        let rounding = receipt.charges.indices.first { receipt.charges[$0].kind == .rounding }
        let roundings: [Int64] =
            rounding.map { index in
                let value = receipt.charges[index].amount.value.minorUnits
                return [value, -value, 0]
            } ?? [0]
        // The first attempt is the printed state: all taxes that are not marked as included.
        let printed = taxes.enumerated().reduce(0) { receipt.charges[$1.element].isIncluded ? $0 : $0 | 1 << $1.offset }
        let all = (1 << taxes.count) - 1
        let masks = [printed, all, 0] + (0...all).sorted { $0.nonzeroBitCount > $1.nonzeroBitCount }
        for sign in roundings {
            for mask in masks {
                let added = taxes.enumerated().reduce(Int64(0)) { sum, tax in
                    mask & 1 << tax.offset == 0 ? sum : sum + receipt.charges[tax.element].amount.value.minorUnits
                }
                guard fixed.minorUnits + added + sign == total.minorUnits else { continue }
                for (offset, index) in taxes.enumerated() {
                    receipt.charges[index].isIncluded = mask & 1 << offset == 0
                }
                if let rounding {
                    receipt.charges[rounding].isIncluded = sign == 0
                    if sign != 0 { receipt.charges[rounding].amount.value = PrintedMoney(sign) }
                }
                return true
            }
        }
        return false
    }

    private func articles(of receipt: Receipt) -> PrintedMoney {
        let items = receipt.items.reduce(PrintedMoney(0)) { sum, item in
            item.charges.reduce(sum + item.net) { $0 + $1.amount.value }
        }
        return receipt.discounts.reduce(items) { $0 + $1.amount.value }
    }

    private func remove(_ places: [ItemReader.Place], from receipt: inout Receipt) {
        for place in places.reversed() {
            if let item = place.item {
                guard receipt.items.indices.contains(item), receipt.items[item].discounts.indices.contains(place.index)
                else { continue }
                receipt.items[item].discounts.remove(at: place.index)
            } else if receipt.discounts.indices.contains(place.index) {
                receipt.discounts.remove(at: place.index)
            }
        }
    }

    /// Without a match, taxes are included in prices if the country's law requires that.
    private func settleByCountry(_ receipt: inout Receipt) {
        guard receipt.store.country.map({ !["CA", "US"].contains($0) }) ?? holdsTaxes else { return }
        for index in receipt.charges.indices where receipt.charges[index].kind == .tax {
            receipt.charges[index].isIncluded = true
        }
    }
}
