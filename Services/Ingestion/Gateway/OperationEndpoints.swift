import EventContracts
import HTTPTypes
import IngestionCore
import ServiceRuntime

/// The state of accepted commands.
struct OperationEndpoints: Sendable {
    let resources: ResourceReader

    func read(_ call: Call) async throws -> Answer {
        let id = OperationID(try ResourceReader.id(of: call))
        let record = try await resources.operation(id, of: call.principal.account, until: call.heldUntil)
        return try .json(.ok, await resources.view(of: record, for: call))
    }
}
