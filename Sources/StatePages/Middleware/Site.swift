/// How an app of pages is reached: its host names, its proxies, and what its middleware makes of them.
public struct Site: Sendable {
  /// The host names that the app accepts besides `localhost` and IP addresses; in lower case, without port.
  public var hosts: Set<String>
  /// The proxies trusted to set forwarding headers.
  public var proxies: TrustedProxies
  /// The security headers of every response.
  public var securityHeaders: SecurityHeaders
  /// The path of the health check. Clients on the same machine may request it under any host name.
  public var healthPath = "/health"
  /// The folders whose files have secret names, such as `/feeds`. The log of requests omits these names.
  public var secretFolders: Set<String> = []

  /// Creates the description of a site.
  public init(
    hosts: Set<String> = [], proxies: TrustedProxies = .none, securityHeaders: SecurityHeaders = SecurityHeaders()
  ) {
    self.hosts = hosts
    self.proxies = proxies
    self.securityHeaders = securityHeaders
  }
}
