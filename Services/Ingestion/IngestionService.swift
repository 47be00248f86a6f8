package enum IngestionModule {}
