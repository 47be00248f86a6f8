/// The ServiceRuntime module.
package enum ServiceRuntimeModule {}
