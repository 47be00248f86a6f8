import EventContracts
import FoodCatalogue
import FoodLibrary
import Messaging
import Postgres
import ServiceRuntime

/// Changes, adds or withdraws a catalog food on a staff command (GW-26); meals keep their figures.
package struct SetSharedFood: EventHandler {
    let writer: SubmissionWriter

    package func handle(_ event: Event<SetCatalogueFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        guard let id = FoodID(command.foodID) else { throw Rejection(.notFound) }
        if let fault = command.food?.fault { throw Rejection(.invalidFields, detail: fault) }
        let stored = try await CatalogueFoodRepository.lock(command.foodID, in: transaction)
        guard (stored?.version ?? 0) == command.basedOn else { throw Rejection(.versionMismatch) }
        let shipped = try await writer.keeper.current(in: transaction).library.shipped(id)
        if shipped == nil, stored == nil {
            try await writer.keeper.checkUpToDate(with: String(id.source), in: transaction)
        }
        // A new food must have an id of this project, because ids of other publishers' tables must not be invented.
        guard let food = command.food ?? stored?.food ?? shipped?.eventFood,
            stored != nil || shipped != nil || id.source == SubmissionWriter.source
        else { throw Rejection(.notFound) }
        let now = try transaction.eventTime()
        let changed = CatalogueFoodChanged(
            foodID: command.foodID, version: command.basedOn + 1, origin: CatalogueFood.Origin.staff.rawValue,
            food: food,
            changedAt: now, withdrawnAt: command.food == nil ? now : nil)
        guard try await CatalogueFoodRepository.save(changed, in: transaction) else {
            throw Rejection(.versionMismatch)
        }
        try transaction.append(changed, key: changed.foodID, subject: changed.foodID, ending: .succeeded)
    }
}
