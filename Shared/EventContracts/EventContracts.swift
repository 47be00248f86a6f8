/// The EventContracts module.
package enum EventContractsModule {}
