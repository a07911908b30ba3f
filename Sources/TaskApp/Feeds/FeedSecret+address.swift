import StatePages

extension FeedSecret {
  /// The address of the feed, as the client that asks for it reaches the app: with tasks, and with events for calendars that know no
  /// tasks.
  func address(on client: Client, below basePath: BasePath) -> (tasks: String, events: String) {
    let origin = client.host.map { "\(client.isHTTPS ? "https" : "http")://\($0)" } ?? ""
    let tasks = origin + basePath.address("\(PublicRoute.feeds.path)/\(text)\(Self.ending)")
    return (tasks, "\(tasks)?\(FeedFile.eventsParameter.name)=\(FeedFile.eventsParameter.value)")
  }
}
