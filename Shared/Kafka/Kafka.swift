/// The Kafka module.
package enum KafkaModule {}
