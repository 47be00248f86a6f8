package enum ControlModule {}
