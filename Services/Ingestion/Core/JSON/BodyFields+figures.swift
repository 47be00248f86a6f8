import FoodCatalogue
import ServiceRuntime

extension BodyFields {
    /// The mass that a food's figures refer to, in milligrams: 100 g.
    package static let figureBasis: Int64 = 100_000

    /// Reports impossible figures of a food, each at its place.
    ///
    /// - Parameters:
    ///   - amounts: Thousandths of each nutrient's unit by its code.
    ///   - milligrams: The mass that they refer to; nil if unknown.
    ///   - subject: The described food or item.
    ///   - place: The pointer to the object with `energyKcal` and `nutrients`.
    package mutating func reportImpossible(
        _ amounts: [String: Int64], of milligrams: Int64?, as subject: ImpossibleFigures.Subject,
        at place: JSONPointer = .root
    ) {
        for (nutrient, fault) in ImpossibleFigures.faults(in: amounts, of: milligrams, as: subject) {
            let figure =
                nutrient == .energy
                ? place.member("energyKcal") : place.member("nutrients").member(nutrient.figureName)
            report(fault == .partsAboveMass ? place.member("nutrients") : figure, Self.fault(for: fault))
        }
    }

    private static func fault(for fault: ImpossibleFigures.Fault) -> FieldFault {
        switch fault {
        case .aboveMass: .init(.implausible, "must not weigh more than the food itself", ["rule": "mass"])
        case .partsAboveMass:
            .init(
                .implausible,
                "protein, fat, carbohydrate, water and alcohol must not weigh more than the food together",
                ["rule": "parts"])
        case .aboveFat:
            .init(.implausible, "must not be more than that of pure fat, 9 kcal in a gram", ["rule": "fat"])
        case .above(let whole):
            .init(
                .implausible, "must not be more than \(whole.figureName), which it is part of",
                ["rule": "whole", "whole": .text(whole.figureName)])
        case .energyOffParts:
            .init(
                .implausible, "differs too much from the energy of protein, fat, carbohydrate, fiber and alcohol",
                ["rule": "energy"])
        }
    }
}
