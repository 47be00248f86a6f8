/// Where people's data may lie: in Canada, unless the operator says in so many words that it may lie elsewhere (C26, OPS-04).
///
/// | key | type | default |
/// |---|---|---|
/// | `REGION` | where this installation runs, as its provider calls the region | not declared |
/// | `REGIONS_OUTSIDE_CANADA` | regions that are allowed though they are elsewhere, commas between | none |
///
/// It judges what is declared, and cannot see where a server stands.
package enum DataRegion {
    /// Reads `REGION`, which is a problem where it lies elsewhere and is not allowed.
    package static func check(_ environment: inout EnvironmentReader) {
        guard let region = environment.optional("REGION", as: .string) else { return }
        check(region, of: "REGION", in: &environment)
    }

    /// Reports a region that lies elsewhere and is not allowed.
    ///
    /// - Parameters:
    ///   - region: As its provider calls it.
    ///   - key: Where it is configured.
    ///   - environment: What is configured; it is told the problem.
    package static func check(_ region: String, of key: String, in environment: inout EnvironmentReader) {
        let text = environment.optional("REGIONS_OUTSIDE_CANADA", as: .string, default: "")
        let allowed = text.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard !isInCanada(region), !allowed.contains(region.lowercased()) else { return }
        environment.report(
            key, "is not a known Canadian region; set REGIONS_OUTSIDE_CANADA to allow it")
    }

    /// Whether a provider calls a region of Canada so.
    ///
    /// AWS `ca-central-1`, Oracle `ca-toronto-1`, OVH `ca-east-bhs`; Azure `canadacentral`; Google `northamerica-northeast1` and
    /// `2`, Montreal and Toronto; DigitalOcean `tor1`. A server of one's own is called `ca-` and whatever one likes.
    package static func isInCanada(_ region: String) -> Bool {
        let name = region.lowercased()
        return name.hasPrefix("ca-") || name.hasPrefix("canada")
            || ["northamerica-northeast1", "northamerica-northeast2", "tor1"].contains(name)
    }
}
