/// Groups of people in reports for the staff.
package enum ReportedGroup {
    /// Minimum size of a group in reports (GW-27), so that no individual can be identified.
    package static let minPeople: Int64 = 10
}
