import Testing

@Suite struct ControlSkeletonTests {
    @Test func builds() {}
}
