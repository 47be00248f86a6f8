import Testing

@Suite struct PostgresSkeletonTests {
    @Test func builds() {}
}
