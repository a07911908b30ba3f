public import NIOCore

/// The limits of one connection, and of the number of connections.
///
/// All times are measured by the monotonic clock. None of them bounds the time of a response, which is up to the
/// responder.
public struct ConnectionLimits: Sendable {
  /// The maximum length of the request line in bytes, without its end. A longer one is answered 414 (RFC 9112, section
  /// 3).
  public var requestLine = 8 << 10

  /// The maximum total size of a request's header lines in bytes: names, values, and four for each line's colon, space
  /// and end. More are answered 431 (RFC 6585, section 5). Trailers count as well.
  public var headers = 16 << 10

  /// The maximum number of header lines; more are answered 431.
  public var headerFields = 100

  /// The time for the head of a request, from its first byte to its last, or from the end of the previous response if
  /// that was later. For the first request it starts when the connection is accepted. After it, the answer is 408 (RFC
  /// 9110, section 15.5.9). If no byte has arrived, the connection is closed without a response: browsers open
  /// connections in advance.
  public var headTime = Duration.seconds(10)

  /// The time for the body of a request from the end of its head. After it, the answer is 408 if no response has begun,
  /// and the connection is closed.
  ///
  /// Only the time in which the server reads counts. While the handler reads nothing, the clock is stopped. A body that
  /// the handler never reads is read and dropped after the response.
  public var bodyTime = Duration.seconds(15)

  /// The bytes of a body for which its client gets another second, up to ``bodyTime`` in advance. So a long upload may take as long as
  /// it needs at this rate, which a phone has on a bad line, and a client that sends less is answered 408 after ``bodyTime``.
  public var bodyRate = 16 << 10

  /// How long a connection stays open without a request, after a response.
  public var idleTime = Duration.seconds(60)

  /// How long a client may accept no byte of the pending output, beyond what the kernel buffers. Then its connection is
  /// closed in full, and the response to a safe request cancelled. Checked six times in that time, so the connection
  /// may live longer by a sixth.
  public var stallTime = Duration.seconds(30)

  /// The maximum number of connections served at a time. Further ones are refused with 503.
  public var connections = 1024

  /// The maximum number of connections served at a time for one IPv4 address or one IPv6 network (/64, the block of one
  /// subscriber). Further ones are refused with 503.
  public var connectionsPerAddress = 64

  /// Whether an address is exempt from ``connectionsPerAddress``, such as a proxy that forwards the requests of many
  /// clients.
  public var isExempt: @Sendable (SocketAddress) -> Bool = { _ in false }

  /// Creates limits for an app of forms and pages.
  public init() {}
}
