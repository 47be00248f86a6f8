/// The state of a pool at one instant.
package struct PoolStatistics: Sendable, Equatable {
    /// Connections that exist or are being opened.
    package var open = 0
    /// Idle connections.
    package var idle = 0
    /// Callers that wait for a connection.
    package var waiting = 0
    /// Connections opened since the start.
    package var opened = 0
    /// Failed attempts to connect, and broken connections, since the start.
    package var failures = 0
}
