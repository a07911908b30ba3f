/// A browser and its operating system, as its `User-Agent` claims.
struct UserAgent: Hashable {
  /// `Firefox`; nil if the browser is unknown.
  let browser: String?
  /// `Android`; nil if the system is unknown.
  let system: String?

  init(agent: String) {
    browser = Self.first(of: Self.browsers, in: agent)
    system = Self.first(of: Self.systems, in: agent)
  }

  var isPhone: Bool { system.map { Self.phones.contains($0) } ?? false }

  /// Most browsers also name the browsers they derive from, so a derived name precedes its ancestors'.
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
