/// A task list found at an address, on a server that has several.
public struct RemoteCollection: Hashable, Codable, Sendable {
  /// The complete address, without user name and password.
  public let url: String
  /// The list's name on the server.
  public let name: String

  package init(url: String, name: String) {
    (self.url, self.name) = (url, name)
  }

  /// The displayable part of the address, like ``SourceAddress/place``.
  public var place: String { SourceAddress(url: url, host: SourceAddress.host(of: url)).place }
}
