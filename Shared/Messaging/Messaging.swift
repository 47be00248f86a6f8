/// The Messaging module.
package enum MessagingModule {}
