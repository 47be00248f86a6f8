import EventContracts
import Foundation
import Quantities

/// An account of the ledger.
package enum LedgerAccount: Hashable, Sendable, CustomStringConvertible {
    /// Our balance at the payment provider.
    case provider(String)
    /// Revenue, by plan.
    case revenue(planID: String)
    /// Taxes owed to an authority.
    case tax(authority: String)

    /// The stored form; it must never change.
    package var description: String {
        switch self {
        case .provider(let name): "provider:\(name)"
        case .revenue(let planID): "revenue:\(planID)"
        case .tax(let authority): "tax:\(authority)"
        }
    }

    /// Reads `description`; nil for any other text.
    package init?(text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = String(text[text.index(after: colon)...])
        guard !name.isEmpty else { return nil }
        switch text[..<colon] {
        case "provider": self = .provider(name)
        case "revenue": self = .revenue(planID: name)
        case "tax": self = .tax(authority: name)
        default: return nil
        }
    }
}

/// One side of an entry: debits are positive, credits negative.
package struct LedgerPosting: Hashable, Sendable {
    package let account: LedgerAccount
    package let amount: Money

    package init(_ account: LedgerAccount, _ amount: Money) {
        self.account = account
        self.amount = amount
    }
}

/// Money that moved: a permanent double entry, whose postings sum to zero in each currency.
package struct LedgerEntry: Hashable, Sendable {
    /// The business fact: the key of a charge or of its refund.
    package let fact: String
    package let at: Date
    package let postings: [LedgerPosting]

    /// - Throws: `LedgerFault.unbalanced`, or `.overflow`.
    package init(fact: String, at: Date, postings: [LedgerPosting]) throws(LedgerFault) {
        guard postings.count > 1, try Self.balances(postings).values.allSatisfy({ $0 == 0 }) else {
            throw .unbalanced
        }
        self.fact = fact
        self.at = EventTime.truncate(at)
        self.postings = postings
    }

    /// A payment: the provider holds the total, which is revenue and taxes.
    ///
    /// - Throws: `LedgerFault.unbalanced` if its parts do not sum to its total.
    package static func payment(
        _ payment: PaymentChanged, key: ChargeKey, provider: String, at: Date
    ) throws(LedgerFault) -> LedgerEntry {
        try LedgerEntry(fact: key.description, at: at, postings: postings(of: payment, provider: provider, sign: 1))
    }

    /// A refund: the postings of the payment with opposite signs.
    ///
    /// - Throws: `LedgerFault.unbalanced` if its parts do not sum to its total.
    package static func refund(
        of payment: PaymentChanged, key: ChargeKey, provider: String, at: Date
    ) throws(LedgerFault) -> LedgerEntry {
        try LedgerEntry(fact: key.refundKey, at: at, postings: postings(of: payment, provider: provider, sign: -1))
    }

    private static func postings(
        of payment: PaymentChanged, provider: String, sign: Int64
    ) throws(LedgerFault) -> [LedgerPosting] {
        let parts =
            [(LedgerAccount.provider(provider), payment.total, sign)]
            + [(.revenue(planID: payment.choice.planID), payment.net, -sign)]
            + payment.taxes.map { (.tax(authority: $0.authority), $0.amount, -sign) }
        var postings: [LedgerPosting] = []
        for (account, amount, sign) in parts where amount.minorUnits != 0 {
            guard let signed = try? amount.times(sign) else { throw .overflow }
            postings.append(LedgerPosting(account, signed))
        }
        return postings
    }

    private static func balances(_ postings: [LedgerPosting]) throws(LedgerFault) -> [Currency: Int64] {
        var sums: [Currency: Int64] = [:]
        for posting in postings {
            let (sum, overflow) = sums[posting.amount.currency, default: 0]
                .addingReportingOverflow(posting.amount.minorUnits)
            guard !overflow else { throw .overflow }
            sums[posting.amount.currency] = sum
        }
        return sums
    }
}

/// A fault of a ledger.
package enum LedgerFault: Error, Sendable, Equatable {
    /// The postings do not sum to zero.
    case unbalanced
    case overflow
    /// The entry with this number differs from the hashed one, or an entry before it is missing.
    case broken(Int64)
}
