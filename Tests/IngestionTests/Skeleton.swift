import Testing

@Suite struct IngestionSkeletonTests {
    @Test func builds() {}
}
