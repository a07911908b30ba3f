public import NIOCore

/// What one connection may take, and how many of them there may be.
///
/// Every time is measured by the machine's monotonic clock. None of them bounds how long an answer may take: that is up
/// to whoever answers.
public struct ConnectionLimits: Sendable {
  /// The longest request line in bytes, without its end; a longer one is answered 414 (RFC 9112, section 3).
  public var requestLine = 8 << 10

  /// The most bytes that the header lines of a request may have together: names, values, and four for each line's
  /// colon, space and end. More are answered 431 (RFC 6585, section 5). Trailers count as well.
  public var headers = 16 << 10

  /// The most header lines of a request; more are answered 431.
  public var headerFields = 100

  /// How long the head of a request may take, from its first byte to its last, or from the end of the answer before it
  /// if that came later; the first one from when the connection is accepted. A later one is answered 408
  /// (RFC 9110, section 15.5.9). Where not one byte has come, the connection is closed without a word: browsers open
  /// connections in advance.
  public var headTime = Duration.seconds(10)

  /// How long the body of a request may take from the end of its head; a later one is answered 408 where no answer has
  /// begun, and the connection is closed.
  ///
  /// The time counts in which we ask the client for more. Where the handler takes its time to read, nobody asks, and
  /// the clock stands still; a body that nobody reads is asked for again, to be dropped, once its request is answered.
  public var bodyTime = Duration.seconds(15)

  /// How long a connection is kept open without a request, after an answer.
  public var idleTime = Duration.seconds(60)

  /// How long a client may take not one byte of what there is for it, beyond what the buffers of the operating system
  /// hold. Then its connection is closed in full, and the answer to a safe request cancelled. It is looked at six times
  /// in that time, so the connection may live longer by a sixth.
  public var stallTime = Duration.seconds(30)

  /// How many connections are served at a time. Another one is refused with 503.
  public var connections = 1024

  /// How many connections are served at a time for one address of IPv4, or one network of IPv6 (/64: whoever has one
  /// address there has all). Another one is refused with 503.
  public var connectionsPerAddress = 64

  /// Whether an address counts in ``connections`` only: a proxy that brings the requests of many.
  public var isExempt: @Sendable (SocketAddress) -> Bool = { _ in false }

  /// Limits for an app of forms and pages.
  public init() {}
}
