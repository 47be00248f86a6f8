/// The Quantities module.
package enum QuantitiesModule {}
