/// The Sealing module.
package enum SealingModule {}
