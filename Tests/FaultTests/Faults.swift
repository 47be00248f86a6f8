import Testing

/// What must not break the system: nothing lost, nothing doubled, order kept per account.
///
/// Every test has a stack of its own; one runs after the other.
@Suite("Faults under load", .serialized, .tags(.long), .timeLimit(.minutes(15)))
enum Faults {}

extension Tag {
    /// Takes more than ten seconds.
    @Tag static var long: Self
}
