/// Restricts the region of personal data to Canada, unless the operator explicitly allows another one (C26, OPS-04).
///
/// | key | type | default |
/// |---|---|---|
/// | `REGION` | region of this installation, in its provider's spelling | not declared |
/// | `REGIONS_OUTSIDE_CANADA` | allowed regions outside Canada, separated by commas | none |
///
/// Checked are declarations, and regions in the names of AWS hosts; the real location of a server cannot be checked.
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
        guard !isAllowed(region, in: &environment) else { return }
        environment.report(
            key, "is not a known Canadian region; set REGIONS_OUTSIDE_CANADA to allow it")
    }

    /// Records a problem if the name of a host contains a region of AWS that is outside Canada and not allowed.
    ///
    /// - Parameters:
    ///   - hosts: Names or addresses, without ports.
    ///   - key: The key of the configuration that names them.
    ///   - environment: The configuration; receives the problem.
    package static func check(hosts: [String], of key: String, in environment: inout EnvironmentReader) {
        for region in hosts.compactMap(regionOfAWS) where !isAllowed(region, in: &environment) {
            return environment.report(
                key, "names a host in \(region), which is not in Canada; set REGIONS_OUTSIDE_CANADA to allow it")
        }
    }

    private static func isAllowed(_ region: String, in environment: inout EnvironmentReader) -> Bool {
        let text = environment.optional("REGIONS_OUTSIDE_CANADA", as: .string, default: "")
        let allowed = text.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
        return isInCanada(region) || allowed.contains(region.lowercased())
    }

    /// The region in a name such as `db.c1x2.ca-central-1.rds.amazonaws.com`; nil for all other hosts.
    private static func regionOfAWS(_ host: String) -> String? {
        let labels = host.lowercased().split(separator: ".")
        guard let end = labels.firstIndex(of: "amazonaws") else { return nil }
        // Labels to the left are chosen by the operator and may look like a region.
        return labels[..<end].last { $0.wholeMatch(of: /[a-z]{2}(-[a-z]+)+-[0-9]+/) != nil }.map(String.init)
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
