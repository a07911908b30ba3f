import StateViews

/// The existing templates, and the choice among them.
struct TemplateChoice: Sendable {
  /// The templates of each screen and gate, by the name of the state: its content, and what replaces the shared ones.
  private let own: [ViewName: [ViewName: String]]
  /// Templates for failures of the server itself: a screen's own, else the shared one, by exact name.
  private let ofTheServer: [ViewName: [ViewName: String]]
  /// The templates that all screens share.
  private let shared: [ViewName: String]
  /// The templates of each screen's variants, by the folder of the variant.
  private var variants: [String: [ViewName: String]] = [:]

  /// Sorts templates by their names: those in a screen's folder belong to the screen, those in the folder of its family to all screens
  /// of the family, those in the folder of states are shared. The folder of another screen is not that of a family.
  init(
    among templates: some Sequence<String>, screens: [any Screen.Type], gates: [any Gate.Type] = [],
    messages: MessageCatalogue = MessageCatalogue()
  ) {
    let owned = Set(screens.map { $0.name.path } + gates.map { $0.name.path } + [EmbeddedTemplates.folder])
    let families = Set(screens.compactMap { $0.family?.path }).subtracting(owned)
    let folders = owned.union(families)
    var named: [String: [ViewName: String]] = [:]
    for template in templates {
      for folder in folders where template.hasPrefix(folder + "/") {
        named[folder, default: [:]][ViewName(String(template.dropFirst(folder.count + 1)))] = template
      }
    }
    var own: [ViewName: [ViewName: String]] = [:]
    for screen in screens {
      let folder = screen.name.path
      let family = screen.family.map(\.path).flatMap { families.contains($0) ? named[$0] : nil } ?? [:]
      own[screen.name] = ["content": "\(folder)/content"].merging(family) { $1 }.merging(named[folder] ?? [:]) { $1 }
    }
    for gate in gates {
      let reasons = (named[gate.name.path] ?? [:]).map { (ViewName("\(GateState.name)/\($0.path)"), $1) }
      own[gate.name] = Dictionary(uniqueKeysWithValues: reasons)
    }
    self.own = own
    for screen in screens {
      for variant in screen.variants {
        let folder = "\(variant.path)/"
        for (name, template) in named[screen.name.path] ?? [:] where name.path.hasPrefix(folder) {
          variants["\(screen.name.path)/\(variant.path)", default: [:]][
            ViewName(String(name.path.dropFirst(folder.count)))] = template
        }
      }
    }
    let shared = EmbeddedTemplates.folder
    // With a record of messages, the template of all failures is enough.
    let failures = Failure.ofTheServer.filter { messages.records[$0.templateName(in: "failed").path] == nil }.flatMap {
      [$0.templateName(in: "failed"), $0.templateName(in: "refresh-failed")]
    }
    var exact: [ViewName: [ViewName: String]] = [:]
    for screen in screens {
      for name in failures {
        exact[screen.name, default: [:]][name] = named[screen.name.path]?[name] ?? "\(shared)/\(name.path)"
      }
    }
    ofTheServer = exact
    self.shared = named[shared] ?? [:]
  }

  /// The template of the variant, else the screen's own, else the shared one; within each, the nearest in the state's lineage.
  func template(of screen: ViewName, in variant: ViewName? = nil, for state: ViewName) -> String? {
    let ofVariant = variant.flatMap { Self.nearest(to: state, in: variants["\(screen.path)/\($0.path)"]) }
    return ofVariant ?? ofTheServer[screen]?[state] ?? ownTemplate(of: screen, for: state)
      ?? (own[screen] == nil ? nil : Self.nearest(to: state, in: shared))
  }

  /// The template of the variant, else the screen's own; nil if only a shared one is there.
  func ownTemplate(of screen: ViewName, in variant: ViewName? = nil, for state: ViewName) -> String? {
    variant.flatMap { Self.nearest(to: state, in: variants["\(screen.path)/\($0.path)"]) }
      ?? Self.nearest(to: state, in: own[screen])
  }

  private static func nearest(to state: ViewName, in templates: [ViewName: String]?) -> String? {
    templates.flatMap { templates in state.lineage.lazy.compactMap { templates[$0] }.first }
  }
}
