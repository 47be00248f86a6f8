/// Groups of people in figures for the staff.
package enum ReportedGroup {
    /// Minimum group size of reported figures (GW-27), so that no individual can be identified.
    package static let minPeople: Int64 = 10
}
