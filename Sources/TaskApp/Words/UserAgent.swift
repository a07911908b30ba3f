/// A browser and the system it runs on, as far as it says so itself in its `User-Agent`.
struct UserAgent: Hashable {
  /// `Firefox`; nil if it is none of those we know.
  let browser: String?
  /// `Android`; nil if it is none of those we know.
  let system: String?

  init(agent: String) {
    browser = Self.first(of: Self.browsers, in: agent)
    system = Self.first(of: Self.systems, in: agent)
  }

  /// Whether the system is one that people carry in a pocket.
  var isPhone: Bool { system.map { Self.phones.contains($0) } ?? false }

  /// Most browsers also name those that they descend from, so a name comes before its ancestors'.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"), ("SamsungBrowser/", "Samsung Internet"),
    ("DuckDuckGo/", "DuckDuckGo"), ("Ddg/", "DuckDuckGo"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Epiphany/", "Web"), ("Safari/", "Safari"), ("Lynx/", "Lynx"),
    ("w3m/", "w3m"), ("ELinks", "ELinks"), ("Links", "Links"), ("curl/", "curl"),
  ]

  private static let systems = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"), ("FreeBSD", "FreeBSD"), ("OpenBSD", "OpenBSD"), ("Linux", "Linux"),
  ]

  private static let phones: Set = ["Android", "iPhone"]

  private static func first(of names: [(mark: String, name: String)], in agent: String) -> String? {
    names.first { agent.contains($0.mark) }?.name
  }
}
