import Tasks

/// A remote list of the demo and the behaviour of its server. Both the server and the account that follows the lists are set up from
/// ``all``.
struct DemoSource: Sendable {
  /// The name of the list that follows it.
  let name: String
  /// The path of its URL, whose ending tells what the text is.
  let path: String
  var behaviour = Behaviour.prompt
  /// The text on a given day.
  let text: @Sendable (Day) -> String

  /// How the server responds.
  enum Behaviour: Sendable {
    /// Responds immediately.
    case prompt
    /// Responds after a delay.
    case slow(Duration)
    /// Responds to every second request, and with 503 to the others, beginning with the first.
    case everyOther
    /// Repeats the text until so many bytes are sent, more than the size limit of a list.
    case pouring(bytes: Int)
    /// Refuses connections.
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
}

extension DemoSource {
  /// A calendar: dates, times, priorities, subtasks, completed tasks and tasks in progress.
  static let choir = DemoSource(name: "Harbour choir", path: "/choir.ics") { today in
    func date(_ days: Int) -> String { today.adding(days: days).iso.filter { $0 != "-" } }
    func due(_ days: Int) -> String { "DUE;VALUE=DATE:\(date(days))" }
    func done(_ days: Int) -> String { "STATUS:COMPLETED\nCOMPLETED:\(date(days))T120000Z" }
    let concert = "RELATED-TO;RELTYPE=PARENT:concert@choir.example\nCATEGORIES:Concert"
    return calendar(
      named: "Harbour choir",
      [
        (
          "concert", "Spring concert in the old boathouse",
          """
          PRIORITY:1
          PERCENT-COMPLETE:40
          STATUS:IN-PROCESS
          DUE:\(date(9))T193000
          CATEGORIES:Concert
          DESCRIPTION:Doors open at seven. The boathouse is unheated\\, so bring
            something warm\\; the caretaker lends us forty blankets and wants forty back.
          """
        ),
        (
          "posters", "Put up the posters",
          """
          PRIORITY:5
          \(due(0))
          \(concert)
          DESCRIPTION:The bakery\\, the library\\, the ferry's waiting room.\\nNot the lamp posts again.
          """
        ),
        ("chairs", "Fetch sixty chairs from the school", "\(due(8))\n\(concert),Lifting"),
        ("tuner", "Call the piano tuner", "PRIORITY:1\n\(due(-2))\n\(concert)"),
        ("programme", "Print the programmes", "\(done(-1))\n\(concert)"),
        ("altos", "Altos: learn bars 41 to 60 by heart", "PRIORITY:5\n\(due(1))\nCATEGORIES:Rehearsal"),
        ("basses", "Basses: stop slowing down", "PRIORITY:9\n\(due(1))\nCATEGORIES:Rehearsal"),
        ("folders", "Mend the torn folders", "PRIORITY:9"),
        ("cake", "Cake for Ottilie\\, who turns eighty", "PRIORITY:1\n\(due(3))"),
        ("outing", "Outing by steam train", "STATUS:CANCELLED\nDESCRIPTION:The engine is being repaired."),
        ("keys", "Give the boathouse keys back", done(-6)),
      ])
  }

  /// A calendar without tasks.
  static let quiet = DemoSource(name: "Bell ringers", path: "/quiet.ics") { _ in
    calendar(named: "Bell ringers\\, resting", [])
  }

  private static func calendar(named name: String, _ tasks: [(id: String, title: String, properties: String)]) -> String
  {
    let todos = tasks.map { id, title, properties in
      """
      BEGIN:VTODO
      UID:\(id)@choir.example
      DTSTAMP:20260101T080000Z
      SUMMARY:\(title)
      \(properties)
      END:VTODO
      """
    }
    let lines = ["BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Fourfold//Demo//EN\nX-WR-CALNAME:\(name)"] + todos
    return (lines + ["END:VCALENDAR\n"]).joined(separator: "\n").replacing("\n", with: "\r\n")
  }
}

extension DemoSource {
  /// A slow Markdown check list, with headings and nested tasks.
  static let allotment = DemoSource(name: "Allotment", path: "/allotment.md", behaviour: .slow(.seconds(4))) { today in
    """
    # Plot 14, behind the railway

    Whoever waters last turns the tap off. Written on \(today.iso).

    ## Beds

    - [ ] Dig over the bean bed
    - [ ] Sow broad beans
      - [x] Soak them overnight
      - [ ] Canes, twelve of them
      - [ ] A net, *before* the pigeons hear of it
    - [x] Spread the leaf mould
    - [ ] Ask Mr Adeyemi for rhubarb
      He divides his every other year.

    ## Shed

    - [ ] Oil the hinges
    - [ ] Find out who lives under the floor
      - [ ] If it is a hedgehog: leave the gap open
      - [ ] If it is a rat: have a word with it
    - [x] New felt on the roof

    ## Together

    1. [ ] Pay the water, \(today.adding(days: 12).iso) at the latest
    2. [ ] Work party at the hedge
    3. [ ] Bring back the long ladder
    """ + "\n"
  }

  /// A todo.txt file on a server that is busy at every other request.
  static let bakery = DemoSource(name: "Night bakery", path: "/bakery.txt", behaviour: .everyOther) { today in
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
  }

  /// A file that exceeds the size limit, streamed slowly enough to watch its progress.
  static let archive = DemoSource(name: "Town archive", path: "/archive.txt", behaviour: .pouring(bytes: 5 << 20)) {
    today in
    (1...500).map { folder in
      let since = today.adding(days: -folder).iso
      return "(C) \(since) Sort the letters in folder \(folder) and describe them in a line +archive @cellar\n"
    }.joined()
  }

  /// A web page, as if the user had copied the wrong address.
  static let leaflet = DemoSource(name: "Street party", path: "/leaflet.html") { today in
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
  }

  /// A server that is down.
  static let lighthouse = DemoSource(name: "Lighthouse", path: "/lighthouse.ics", behaviour: .dead) { _ in "" }
}
