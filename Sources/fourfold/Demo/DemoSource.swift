import Tasks

/// A remote list of the demo and the behaviour of its server. Both the server and the account that follows the lists are set up from
/// ``all``.
struct DemoSource: Sendable {
  /// The name of the list that follows it.
  let name: String
  /// The path of its URL, whose ending tells what the text is.
  let path: String
  var behaviour = Behaviour.prompt
  let text: @Sendable (Day) -> String

  /// How the server responds.
  enum Behaviour: Sendable {
    case prompt
    /// Responds after a delay.
    case slow(Duration)
    /// Responds to every second request, and with 503 to the others, beginning with the first.
    case everyOther
    /// Repeats the text until so many bytes are sent, more than the size limit of a list.
    case pouring(bytes: Int)
    case dead
  }

  /// The host in its URL: a name that only ``DemoResolver`` resolves.
  var host: String { path.dropFirst().prefix { $0 != "." } + ".example" }

  /// The media type of the text.
  var type: String {
    let types = ["ics": "calendar", "md": "markdown", "html": "html"]
    return "text/\(path.split(separator: ".").last.flatMap { types[String($0)] } ?? "plain"); charset=utf-8"
  }

  /// The URL.
  /// - Parameter host: its host, or another name of this machine.
  func address(_ ports: DemoServer.Ports, at host: String? = nil) -> String {
    if case .dead = behaviour { return "http://\(host ?? self.host):\(ports.dead)\(path)" }
    return "http://\(host ?? self.host):\(ports.server)\(path)"
  }

  /// All sources, in the order in which they are followed.
  static let all = [choir, allotment, bakery, quiet, archive, leaflet, lighthouse]

  /// A calendar: dates, times, priorities, subtasks, completed tasks and tasks in progress.
  static let choir = DemoSource(name: "Harbour choir", path: "/choir.ics", text: file(EmbeddedTexts.choir_ics))
  /// A slow Markdown check list, with headings and nested tasks.
  static let allotment = DemoSource(
    name: "Allotment", path: "/allotment.md", behaviour: .slow(.seconds(4)), text: file(EmbeddedTexts.allotment_md))
  /// A todo.txt file on a server that is busy at every other request.
  static let bakery = DemoSource(
    name: "Night bakery", path: "/bakery.txt", behaviour: .everyOther, text: file(EmbeddedTexts.bakery_txt))
  /// A calendar without tasks.
  static let quiet = DemoSource(name: "Bell ringers", path: "/quiet.ics", text: file(EmbeddedTexts.quiet_ics))
  /// A file that exceeds the size limit, streamed slowly enough to watch its progress.
  static let archive = DemoSource(name: "Town archive", path: "/archive.txt", behaviour: .pouring(bytes: 5 << 20)) {
    today in
    (1...500).map { folder in
      let since = today.adding(days: -folder).iso
      return "(C) \(since) Sort the letters in folder \(folder) and describe them in a line +archive @cellar\n"
    }.joined()
  }
  /// A web page, as if the user had copied the wrong address.
  static let leaflet = DemoSource(name: "Street party", path: "/leaflet.html", text: file(EmbeddedTexts.leaflet_html))
  /// A server that is down.
  static let lighthouse = DemoSource(name: "Lighthouse", path: "/lighthouse.ics", behaviour: .dead) { _ in "" }

  /// The text of a file in `Sources`, in which `{3}` is the day in three days. A calendar has days without dashes, and its line ends.
  static func file(_ text: String) -> @Sendable (Day) -> String {
    let isCalendar = text.hasPrefix("BEGIN:VCALENDAR")
    return { today in
      let dated = text.replacing(#/\{(-?\d+)\}/#) { days in
        let day = today.adding(days: Int(days.1) ?? 0).iso
        return isCalendar ? day.replacing("-", with: "") : day
      }
      return isCalendar ? dated.replacing("\n", with: "\r\n") : dated
    }
  }
}
