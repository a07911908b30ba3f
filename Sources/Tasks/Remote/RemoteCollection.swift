/// A task list on a server that has several.
public struct RemoteCollection: Hashable, Codable, Sendable {
  /// Its whole address, without name and password.
  public let url: String
  /// What it is called there.
  public let name: String

  /// A list by its address.
  public init(url: String, name: String) {
    self.url = url
    self.name = name
  }

  /// What may be shown of its address, as ``SourceAddress/place`` is.
  public var place: String { SourceAddress(url: url, host: SourceAddress.host(of: url)).place }
}
