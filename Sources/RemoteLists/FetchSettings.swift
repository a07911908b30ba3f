import NIOSSL
import NetworkAddresses

/// The limits and timeouts for fetching lists.
public struct FetchSettings: Sendable {
  /// The timeout for establishing a connection.
  public var connectTimeout: Duration = .seconds(5)
  /// The timeout for a whole fetch, including retries and redirects.
  public var deadline: Duration = .seconds(15)
  /// The maximum number of attempts for transient failures.
  public var attempts = 3
  /// The maximum number of redirects.
  public var redirects = 5
  /// The maximum size of a file in bytes, decoded.
  public var bytes = 1 << 20
  /// The maximum number of tasks in a list.
  public var tasks = 1_000
  /// The allowed ports in addition to 80 and 443; nil allows all ports.
  public var ports: Set<Int>? = []
  /// Whether loopback and private addresses are allowed.
  public var allowsPrivate = false

  /// The processor time for reading an answer. Those of people take milliseconds.
  var reading: Duration = .seconds(5)
  var trustRoots = NIOSSLTrustRoots.default
  /// Addresses that are always allowed.
  var exempt: Set<IPAddress> = []
  /// The longest time without bytes before a response counts as stalled at the deadline.
  var stall: Duration = .seconds(5)
  /// The delay between attempts.
  var backoff = Backoff()

  /// Creates the default settings.
  public init() {}
}
