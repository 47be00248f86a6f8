import Testing

@Suite struct EndToEndSkeletonTests {
    @Test func builds() {}
}
