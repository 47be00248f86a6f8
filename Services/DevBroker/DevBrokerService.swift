package enum DevBrokerModule {}
