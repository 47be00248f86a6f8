import Testing

@Suite struct NotificationSkeletonTests {
    @Test func builds() {}
}
