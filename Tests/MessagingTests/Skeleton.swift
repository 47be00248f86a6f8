import Testing

@Suite struct MessagingSkeletonTests {
    @Test func builds() {}
}
