import EventContracts
import Foundation
import Hexadecimal
import Quantities

/// Whether and from when a contribution counts as that of an independent person, stored without identifying data.
struct CountedPerson: Sendable, Equatable {
    /// The day from which the contribution counts.
    let from: CalendarDay
    private let network: UUID

    /// Nil for an account without a verified address.
    init?(_ voucher: Voucher, on today: CalendarDay) {
        guard let countsFrom = voucher.countsFrom else { return nil }
        // The day is never before the current one, so that it does not reveal when the account was created.
        let first = CalendarDay(countsFrom, in: .gmt)
        from = max(today, first.adding(days: 1) ?? first)
        network = voucher.network
    }

    /// A pseudonym of the network for one subject, so that stored rows of two subjects do not show whether their
    /// networks are the same.
    func network(for subject: String) -> UUID {
        NamedUUID.make("counted-network/\(network.text)/\(subject)")
    }
}
