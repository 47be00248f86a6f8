import Testing

@Suite struct KafkaSkeletonTests {
    @Test func builds() {}
}
