/// The files of a new screen: its code, its templates and its test.
///
/// The tests of `StatePagesTesting` compile this file as well, through a symbolic link.
struct ScreenFiles {
  /// Why a name is no name of a screen.
  struct InvalidName: Error, CustomStringConvertible {
    let name: String

    var description: String {
      "“\(name)” can't name a screen: a Swift type's name is needed, such as Departures, of ASCII letters and digits."
    }
  }

  /// The name of the type, without `Screen`: `NextTrains`.
  let name: String

  /// Checks the name of a screen, with or without `Screen` at its end.
  /// - Throws: ``InvalidName`` for a text that is no name of a type in upper camel case.
  init(name: String) throws(InvalidName) {
    let bare = name.hasSuffix("Screen") ? String(name.dropLast("Screen".count)) : name
    guard let first = bare.unicodeScalars.first, ("A"..."Z").contains(first),
      bare.unicodeScalars.allSatisfy({
        ("A"..."Z").contains($0) || ("a"..."z").contains($0) || ("0"..."9").contains($0)
      })
    else { throw InvalidName(name: name) }
    self.name = bare
  }

  /// The name of the screen and of its folder of templates: `next-trains`.
  var folder: String {
    var words = ""
    for character in name {
      if character.isUppercase, !words.isEmpty { words += "-" }
      words += character.lowercased()
    }
    return words
  }

  /// The texts by their paths in the package.
  /// - Parameter target: the target of the app.
  func texts(target: String) -> [(path: String, text: String)] {
    [
      ("Sources/\(target)/Screens/\(name)/\(name)Screen.swift", code),
      ("Templates/\(folder)/content.mustache", content),
      ("Templates/\(folder)/empty/nothing-yet.mustache", empty),
      ("Tests/\(target)Tests/Screens/\(name)ScreenTests.swift", test(target)),
    ]
  }

  private var code: String {
    """
    import StatePages
    import StateViews

    /// Describe here what this screen shows.
    enum \(name)Screen: ListScreen {
      typealias Content = [\(name)Item]

      static let name: ViewName = "\(folder)"
      static let emptyReasons: [Reason] = ["nothing-yet"]
      static let samples = [
        Sample<\(name)Screen>("two", content: [\(name)Item(title: "One"), \(name)Item(title: "Two")])
      ]

      static let fields: [String: Field<ListView<\(name)Screen>>] = ["items": .rows(\\.rows)]

      static func rows(of items: [\(name)Item], for look: DisplaySettings) -> [Row] {
        items.map { Row(title: $0.title) }
      }

      /// An item, ready to print.
      struct Row: TemplateView {
        static let fields: [String: Field<Row>] = ["title": .text(\\.title)]
        let title: String
      }
    }

    /// An item as it is loaded.
    struct \(name)Item: Sendable {
      let title: String
    }

    """
  }

  private var content: String {
    """
    <ul>
    {{#items}}
    <li>{{title}}</li>
    {{/items}}
    </ul>

    """
  }

  private var empty: String {
    """
    <h2>Nothing here yet</h2>
    <p>Say here what to do next.</p>

    """
  }

  private func test(_ target: String) -> String {
    """
    import StatePages
    import StatePagesTesting
    import Testing

    @testable import \(target)

    struct \(name)ScreenTests {
      @Test func `every state renders, is well-formed and names itself`() throws {
        let templates = try Templates("Templates", screens: [\(name)Screen.self], pieces: [], allowsUnused: true)
        #expect(try templates.storyProblems() == [])
      }
    }

    """
  }
}
