/// Restricts the region of personal data to Canada, unless the operator explicitly allows another one (C26, OPS-04).
///
/// | key | type | default |
/// |---|---|---|
/// | `REGION` | region of this installation, in its provider's spelling | not declared |
/// | `REGIONS_OUTSIDE_CANADA` | allowed regions outside Canada, separated by commas | none |
///
/// Only the declaration is checked; where a server really stands cannot be seen.
package enum DataRegion {
    /// Reads `REGION` and records a problem if it is outside Canada and not allowed.
    package static func check(_ environment: inout EnvironmentReader) {
        guard let region = environment.optional("REGION", as: .string) else { return }
        check(region, of: "REGION", in: &environment)
    }

    /// Records a problem if a region is outside Canada and not allowed.
    ///
    /// - Parameters:
    ///   - region: In its provider's spelling.
    ///   - key: The key of the configuration.
    ///   - environment: The configuration; receives the problem.
    package static func check(_ region: String, of key: String, in environment: inout EnvironmentReader) {
        let text = environment.optional("REGIONS_OUTSIDE_CANADA", as: .string, default: "")
        let allowed = text.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard !isInCanada(region), !allowed.contains(region.lowercased()) else { return }
        environment.report(
            key, "is not a known Canadian region; set REGIONS_OUTSIDE_CANADA to allow it")
    }

    /// Whether the name is a provider's region in Canada.
    ///
    /// AWS `ca-central-1`, Oracle `ca-toronto-1`, OVH `ca-east-bhs`; Azure `canadacentral`; Google
    /// `northamerica-northeast1` and `2`, Montreal and Toronto; DigitalOcean `tor1`. For a self-hosted server any name
    /// that begins with `ca-`.
    package static func isInCanada(_ region: String) -> Bool {
        let name = region.lowercased()
        return name.hasPrefix("ca-") || name.hasPrefix("canada")
            || ["northamerica-northeast1", "northamerica-northeast2", "tor1"].contains(name)
    }
}
