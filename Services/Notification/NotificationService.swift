package enum NotificationModule {}
