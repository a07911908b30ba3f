import StatePages

extension FeedSecret {
  /// The address of the feed, as the client that asks for it reaches the app: with tasks, and with events for calendars that know no
  /// tasks.
  func address(on client: Client, below basePath: BasePath) -> (tasks: String, events: String) {
    let tasks = client.origin + basePath.address("\(PublicRoute.feeds.path)/\(text)\(Self.ending)")
    return (tasks, "\(tasks)?\(FeedFile.eventsParameter.name)=\(FeedFile.eventsParameter.value)")
  }
}

extension Client {
  /// The scheme and the host by which it reaches the app; empty if it names no host.
  var origin: String { host.map { "\(isHTTPS ? "https" : "http")://\($0)" } ?? "" }
}
