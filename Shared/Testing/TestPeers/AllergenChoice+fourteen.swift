import EventContracts

/// The fourteen allergens as choices, for readable tests.
extension AllergenChoice {
    package static let gluten = AllergenChoice.group(.gluten)
    package static let crustaceans = AllergenChoice.group(.crustaceans)
    package static let eggs = AllergenChoice.group(.eggs)
    package static let fish = AllergenChoice.group(.fish)
    package static let peanuts = AllergenChoice.group(.peanuts)
    package static let soybeans = AllergenChoice.group(.soybeans)
    package static let milk = AllergenChoice.group(.milk)
    package static let nuts = AllergenChoice.group(.nuts)
    package static let celery = AllergenChoice.group(.celery)
    package static let mustard = AllergenChoice.group(.mustard)
    package static let sesame = AllergenChoice.group(.sesame)
    package static let sulphites = AllergenChoice.group(.sulphites)
    package static let lupin = AllergenChoice.group(.lupin)
    package static let molluscs = AllergenChoice.group(.molluscs)
}
