import EventContracts
import Messaging
import Sealing

/// What `vision` tells a person of what it keeps.
package enum VisionExport {
    /// Table by table: orders that wait; results are with who asked for them.
    package static let list = ExportList([
        .rows(
            of: "jobs", json: ["body"],
            opening: [.sealed("body.meal.words", by: "body.mealID", SealingContext.mealWords)]),
        .rows(of: "consents"),
        .rows(of: "remote_looks", opening: [.sealed("answer", by: "meal_id", SealingContext.remoteAnswer)]),
    ])
}
