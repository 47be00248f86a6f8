import Testing

@Suite struct AllergenSkeletonTests {
    @Test func builds() {}
}
