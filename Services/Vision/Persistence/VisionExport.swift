import EventContracts
import Messaging
import Sealing

/// The data export of `vision`.
package enum VisionExport {
    /// The exported tables: waiting commands and lessons; results are stored by the services that requested them.
    package static let list = ExportList(
        [
            .rows(
                of: "jobs", json: ["body"],
                opening: [.sealed("body.meal.words", by: "body.mealID", SealingContext.mealWords)]),
            .rows(of: "confirmed_masses"),
            // The embedding is left out: 1,280 numbers that only the model can interpret.
            .rows(of: "regions", leavingOut: ["look"]),
            .rows(of: "lessons", opening: [.sealed("name", by: "region_id", SealingContext.taughtFoodName)]),
            .rows(of: "remote_looks", opening: [.sealed("answer", by: "meal_id", SealingContext.remoteAnswer)]),
        ],
        leavingOut: [
            "later_looks": "embeddings of the same regions, 1,280 numbers each",
            "taught_meals": "change counts of meals, which the meals contain",
            "consents": "a copy of the consents, exported by the gateway",
        ])
}
