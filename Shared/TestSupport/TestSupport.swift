/// The TestSupport module.
package enum TestSupportModule {}
