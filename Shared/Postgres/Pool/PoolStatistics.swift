/// How a pool is doing at one instant.
package struct PoolStatistics: Sendable, Equatable {
    /// Connections that exist or are being made.
    package var open = 0
    /// Connections that nobody uses.
    package var idle = 0
    /// Callers that wait for a connection.
    package var waiting = 0
    /// Connections made since the start.
    package var opened = 0
    /// Attempts to connect that failed, and connections that broke, since the start.
    package var failures = 0
}
