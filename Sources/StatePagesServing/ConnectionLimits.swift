/// The limits of one connection. Their number is bounded by `ApplicationConfiguration.availableConnectionsDelegate`.
///
/// All times are measured by the monotonic clock. None of them bounds the time of a response, which is up to the
/// responder.
package struct ConnectionLimits: Sendable {
  /// The maximum size of a request's head in bytes: the request line and the header lines.
  package var headSize = 24 << 10

  /// The maximum number of header lines.
  package var headerFields = 100

  /// The time for the body of a request from the end of its head. Only the time in which the server reads counts.
  package var bodyTime = Duration.seconds(15)

  /// The bytes of a body for which its client gets another second, up to ``bodyTime`` in advance. So a long upload may
  /// take as long as it needs at this rate, which a phone has on a bad line.
  package var bodyRate = 16 << 10

  /// How long a connection may wait for its client to send a request: for the first, for the next one, and for the end
  /// of its head.
  package var idleTime = Duration.seconds(60)

  /// How long a client may accept no byte of the pending output, beyond what the kernel buffers. Then its connection is
  /// closed in full, and the response to a safe request cancelled. The connection may live up to twice as long.
  package var stallTime = Duration.seconds(30)

  /// Creates limits for an app of forms and pages.
  package init() {}
}
