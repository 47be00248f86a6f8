import Testing

@Suite struct SealingSkeletonTests {
    @Test func builds() {}
}
