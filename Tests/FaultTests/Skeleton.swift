import Testing

@Suite struct FaultSkeletonTests {
    @Test func builds() {}
}
