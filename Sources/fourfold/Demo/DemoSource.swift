import Tasks

/// A remote list of the demo and the behaviour of its server. Both the servers and the account that follows the lists are set up
/// from ``all``.
struct DemoSource: Sendable {
  /// The name of the list that follows it.
  let name: String
  /// The path of its URL.
  let path: String
  let behaviour: Behaviour

  /// How the server responds.
  enum Behaviour: Sendable {
    /// Responds immediately.
    case prompt(DemoText)
    /// Responds after a delay.
    case slow(DemoText, Duration)
    /// Responds to every second request, and with 503 to the others, beginning with the first.
    case everyOther(DemoText)
    /// Streams at least the given number of bytes, more than the size limit of a list.
    case pouring(DemoText, bytes: Int)
    /// Refuses connections.
    case dead
  }

  /// All sources, in the order in which they are followed.
  static let all = [choir, allotment, bakery, quiet, archive, leaflet, lighthouse]
}

/// The file that a demo source serves.
struct DemoText: Sendable {
  /// The media type.
  let kind: Kind
  /// The content on a given day.
  let content: @Sendable (Day) -> String

  enum Kind: String, Sendable {
    case calendar = "text/calendar; charset=utf-8"
    case markdown = "text/markdown; charset=utf-8"
    case plain = "text/plain; charset=utf-8"
    case page = "text/html; charset=utf-8"
  }

  init(_ kind: Kind, content: @escaping @Sendable (Day) -> String) {
    self.kind = kind
    self.content = content
  }
}

extension DemoSource {
  /// A server that is down.
  static let lighthouse = DemoSource(name: "Lighthouse", path: "/lighthouse.ics", behaviour: .dead)
}

extension DemoSource {
  /// A calendar without tasks.
  static let quiet = DemoSource(
    name: "Bell ringers", path: "/quiet.ics",
    behaviour: .prompt(DemoText(.calendar) { _ in DemoCalendar(named: "Bell ringers, resting").text }))
}

extension DemoSource {
  /// A file that exceeds the size limit, streamed slowly enough to watch its progress.
  static let archive = DemoSource(
    name: "Town archive", path: "/archive.txt",
    behaviour: .pouring(
      DemoText(.plain) { today in
        (1...500).map { folder in
          let since = today.adding(days: -folder).iso
          return "(C) \(since) Sort the letters in folder \(folder) and describe them in a line +archive @cellar\n"
        }.joined()
      }, bytes: 5 << 20))
}

extension DemoSource {
  /// A web page, as if the user had copied the wrong address.
  static let leaflet = DemoSource(
    name: "Street party", path: "/leaflet.html",
    behaviour: .prompt(
      DemoText(.page) { today in
        """
        <!doctype html>
        <html lang="en">
        <title>Our street party</title>
        <h1>Our street party</h1>
        <p>On \(today.adding(days: 30).iso), from three in the afternoon, between numbers 2 and 40.</p>
        <ul>
        <li>Number 7 brings the tables.</li>
        <li>Number 12 brings the lemonade.</li>
        <li>Number 31 brings the accordion, whether we like it or not.</li>
        </ul>
        </html>
        """ + "\n"
      }))
}

extension DemoSource {
  /// A todo.txt file on a server that is busy at every other request.
  static let bakery = DemoSource(
    name: "Night bakery", path: "/bakery.txt",
    behaviour: .everyOther(
      DemoText(.plain) { today in
        """
        (A) \(today.adding(days: -1).iso) Feed the sourdough +starter @cellar due:\(today.iso)
        (A) Order rye flour, the mill is shut next week +stock @phone due:\(today.adding(days: 1).iso)
        (B) Scrape down the big table +cleaning @bakehouse
        (B) Ask the school how many rolls for the fair +orders @phone due:\(today.adding(days: 5).iso)
        (C) Write the recipe for the plum plait down at last +recipes
        (D) Find the lid of the blue tin @cellar
        Sharpen the bread knife +tools @bakehouse
        New string for the apron that keeps coming undone
        x \(today.adding(days: -1).iso) \(today.adding(days: -3).iso) Sweep the chimney +cleaning @roof
        x \(today.adding(days: -4).iso) Mend the bell over the door @shop
        """ + "\n"
      }))
}
