import BillingRules
import EventContracts
import FoodCatalogue
import FoodReports
import Foundation
import HTTPTypes
import IngestionCore
import Quantities
import ServiceRuntime

/// The receipt of a payment as a PDF, for the payer (BIL-09).
struct PaymentReceiptEndpoint: Sendable {
    let resources: ResourceReader
    let prices: PriceList
    let words: ReceiptWords
    let seller: PaymentReceipt.Seller
    let drawing: Drawing

    /// A receipt; unpaid payments have none.
    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let reference = ResourceReference(.payment, try ResourceReader.id(of: call))
        guard let document = try await resources.document(reference, of: account) else {
            throw ProblemDetails(.notFound)
        }
        let published = try EventCoding.decode(PaymentChanged.self, from: document.body)
        let moment = try await resources.moment(of: account)
        guard let receipt = receipt(of: published, in: moment.timeZone) else { throw ProblemDetails(.notFound) }
        let language = try await call.foodLanguage(in: resources.database)
        let words = words
        let pdf = try await drawing.draw(for: account) { try receipt.pdf(words: words, in: language) }
        var answer = Answer(.ok, body: .text(Array(pdf), mediaType: "application/pdf"))
        answer.headers[.contentDisposition] = "attachment; filename=\"\(receipt.number).pdf\""
        answer.headers[.cacheControl] = "private, no-store"
        answer.headers[.contentLanguage] = language.rawValue
        answer.headers[.vary] = "Accept-Language"
        return answer
    }

    private func receipt(of published: PaymentChanged, in timeZone: TimeZone) -> PaymentReceipt? {
        guard let number = published.receiptNumber, let paidAt = published.paidAt,
            let plan = prices[published.choice.planID]
        else {
            return nil
        }
        let purpose: PaymentReceipt.Purpose =
            switch published.purpose {
            case .purchase: .purchase
            case .renewal: .renewal
            case .upgrade: .upgrade
            }
        var receipt = PaymentReceipt(
            seller: seller, number: number, paidOn: CalendarDay(paidAt, in: timeZone),
            payment: published.paymentID.description, tier: plan.tier.rawValue.capitalized,
            term: plan.interval == .month ? .month : .year, purpose: purpose, seats: published.choice.seats,
            net: published.net,
            taxes: published.taxes.map { PaymentReceipt.Tax(name: $0.name, rate: $0.rate, amount: $0.amount) },
            total: published.total)
        receipt.card = published.card.map { PaymentReceipt.Card(brand: $0.brand, lastFour: $0.lastFour) }
        receipt.refundedOn = published.refundedAt.map { CalendarDay($0, in: timeZone) }
        return receipt
    }
}
