import NIOSSL

/// How lists are fetched.
public struct FetchSettings: Sendable {
  /// How long a connection may take to come about.
  public var connectTimeout: Duration = .seconds(5)
  /// How long a fetch may take in all, tries and redirects included.
  public var deadline: Duration = .seconds(15)
  /// How often a fetch is tried where trying again can help.
  public var attempts = 3
  /// How often a source may lead elsewhere.
  public var redirects = 5
  /// The largest file that is read, in bytes, decoded.
  public var bytes = 1 << 20
  /// The most tasks that are read.
  public var tasks = 1_000
  /// Where sources may be, beside 80 and 443; nil for anywhere.
  public var ports: Set<Int>? = []
  /// Whether sources may be on this machine and in its own network.
  public var allowsPrivate = false

  /// Who vouches for certificates.
  var trustRoots = NIOSSLTrustRoots.default
  /// Addresses that no rule refuses.
  var exempt: Set<IPAddress> = []
  /// How long nothing may have come, at the deadline, for an answer to be slow rather than to have stopped.
  var stall: Duration = .seconds(5)
  /// How long to wait between attempts.
  var backoff = Backoff()

  /// The settings for daily use.
  public init() {}
}
