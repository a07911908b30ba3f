import StateViews

extension Catalogue {
  /// The part of a name within the content that is rendered; nothing if there is none.
  func part(_ name: String) -> Markup {
    printsPartNames ? Markup(rendered: "<!--part \(name)-->") : parts[name] ?? .none
  }

  /// The parts that a sample of a screen prints twice: a page with two regions of one name can't be shown.
  func partProblems(of screens: [any Screen.Type]) -> [TemplateProblems.Problem] {
    var catalogue = self
    catalogue.printsPartNames = true
    return screens.filter { Self.printsParts($0) }.flatMap { screen in
      var told: Set<String> = []
      return Story.all(of: [screen]).filter { $0.stateName == "content" }.flatMap { story in
        let names = story.markup(by: catalogue, for: DisplaySettings()).html.matches(of: /<!--part (.*?)-->/)
          .map { String($0.output.1) }
        return Set(names).sorted().compactMap { name -> TemplateProblems.Problem? in
          let times = names.count { $0 == name }
          guard times > 1, told.insert(name).inserted else { return nil }
          return .init(
            template: "\(story.screen.path)/content", line: nil,
            message: """
              \(screen).samples, \(story.state): the part “\(name)” is printed \(times) times. Parts have names of their own on a page: \
              give each row one, such as “\(name)-1”
              """)
        }
      }
    }
  }

  private static func printsParts<S: Screen>(_ screen: S.Type) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    return printsParts(S.View.self, &seen) || printsParts(S.Caption.self, &seen)
  }

  private static func printsParts<V: TemplateView>(_ view: V.Type, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    guard seen.insert(ObjectIdentifier(view)).inserted else { return false }
    for field in V.fields.values {
      if field.isPart { return true }
      switch field.kind {
      case .view(let inner), .rows(let inner): if printsParts(inner, &seen) { return true }
      case .pieces(let piece): if printsParts(piece, &seen) { return true }
      default: continue
      }
    }
    return false
  }
}
