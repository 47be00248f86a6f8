import Testing

@Suite struct ContractSkeletonTests {
    @Test func builds() {}
}
