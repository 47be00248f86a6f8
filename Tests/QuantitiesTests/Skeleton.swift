import Testing

@Suite struct QuantitiesSkeletonTests {
    @Test func builds() {}
}
