import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// The cost of eaten food, for items whose food is linked to a purchased product.
///
/// Missing prices are not estimated: the answer states how many items it includes.
struct FoodCostEndpoints: Sendable {
    let resources: ResourceReader
    let book: PurchaseCache
    let sealer: Sealer

    /// The prices that a person paid for a food, by day.
    private struct Paid {
        let product: PurchasedProductID
        let day: CalendarDay
        let currency: Currency
        let price: UnitPrice
    }

    private struct View: Encodable {
        struct Item: Encodable {
            let item: MealItemID
            let product: PurchasedProductID
            let paidOn: CalendarDay
            let cost: MoneyView
        }

        struct Sum: Encodable {
            let currency: Currency
            let cost: MoneyView
            let items: Int
        }

        let meal: MealID
        let sums: [Sum]
        let items: [Item]
        /// Number of items of the meal, including those without a price.
        let of: Int
    }

    /// The cost of a meal's items, each at the last price up to the meal's day, or else at the first price after it.
    func meal(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let resource = ResourceReference(.meal, try ResourceReader.id(of: call))
        guard let document = try await resources.ownDocument(resource, of: account) else {
            throw ProblemDetails(.notFound)
        }
        let meal = try EventCoding.decode(MealChanged.self, from: document.body)
        let paid = try await paid(for: Set(meal.items.compactMap(\.foodID)), of: account)
        var items: [View.Item] = [], sums: [Currency: (cost: Int64, items: Int)] = [:]
        for item in meal.items {
            guard let food = item.foodID, let mass = item.milligrams, let known = paid[food],
                let last = known.last(where: { $0.day <= meal.day }) ?? known.first,
                let cost = last.price.minorUnits(forThousandths: mass, of: .gram)
            else { continue }
            items.append(
                View.Item(
                    item: item.itemID, product: last.product, paidOn: last.day,
                    cost: MoneyView(cost, last.currency)))
            let sum = sums[last.currency] ?? (0, 0)
            sums[last.currency] = (sum.cost.saturatingAdd(cost), sum.items + 1)
        }
        let view = View(
            meal: meal.mealID,
            sums: sums.sorted { $0.key.code < $1.key.code }.map {
                View.Sum(currency: $0.key, cost: MoneyView($0.value.cost, $0.key), items: $0.value.items)
            },
            items: items, of: meal.items.count)
        return try .json(.ok, view)
    }

    /// Prices per mass of the products linked to some foods, by day.
    private func paid(for foods: Set<String>, of account: AccountID) async throws -> [String: [Paid]] {
        guard !foods.isEmpty else { return [:] }
        let ledgers = try await book.book(of: account).ledgers
        let bought = Set(ledgers.flatMap { $0.lines.compactMap { $0.product?.uuid } })
        var foodOf: [PurchasedProductID: String] = [:]
        for document in try await DocumentRepository.read(
            .purchasedProduct, ids: Array(bought), of: account, in: resources.database)
        {
            let published = try EventCoding.decode(PurchasedProductChanged.self, from: document.body)
            let context = SealingContext.purchasedProductWords(published.productID, of: account)
            let words = try await sealer.open(published.words, context)
            if let food = words.foodID, foods.contains(food) { foodOf[published.productID] = food }
        }
        var paid: [String: [Paid]] = [:]
        for ledger in ledgers {
            guard let day = ledger.day, let currency = ledger.currency else { continue }
            for line in ledger.lines {
                guard let product = line.product, let food = foodOf[product], let price = line.price,
                    price.dimension == .mass
                else { continue }
                paid[food, default: []].append(Paid(product: product, day: day, currency: currency, price: price))
            }
        }
        return paid.mapValues { $0.sorted { ($0.day, $0.price.millionths) < ($1.day, $1.price.millionths) } }
    }
}
