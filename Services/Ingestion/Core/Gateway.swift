/// Facts about the service that every feature may need.
package enum Gateway {
    /// The service's name in topics, logs and the database.
    package static let serviceName = "ingestion"
}
