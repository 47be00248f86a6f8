/// What the module carries inside its binary.
package enum IngestionModule {
    /// `openapi.yaml`, as it is served.
    package static var description: [UInt8] { PackageResources.openapi_yaml }
}
