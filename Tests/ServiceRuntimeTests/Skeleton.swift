import Testing

@Suite struct ServiceRuntimeSkeletonTests {
    @Test func builds() {}
}
