import StateViews

/// How a flow shows a step, see ``PageFlow/presentation(of:)``. Another step that it names has to be shown alone itself.
///
/// ```swift
/// func presentation(of step: Step) -> Presentation<Step, Event> {
///   switch step {
///   case .list: .alone
///   case .book: .beside(.list)
///   case .question: .over(.list, dismissed: .closed)
///   }
/// }
/// ```
public enum Presentation<Step: Sendable, Event: Sendable>: Sendable {
  /// On a page of its own.
  case alone
  /// Beside another step, in a wide window: a detail beside its list. A narrow one shows it alone.
  case beside(Step)
  /// Over another step, which can be seen and not used. The event leaves it, by the link in its corner.
  case over(Step, dismissed: Event)
}

extension Presentation {
  /// The step that is shown as well; nil if there is none.
  var other: Step? {
    switch self {
    case .alone: nil
    case .beside(let step), .over(let step, _): step
    }
  }
}

extension Page {
  /// How the parts of a page are arranged: what a ``Layout`` prints around the stage, for the stylesheet to follow.
  ///
  /// ```swift
  /// struct PageLayout: Layout {
  ///   static let template = "layouts/page"
  ///   static let fields: [String: Field<PageLayout>] = ["stage": stage, "arrangement": .text(\.arrangement.rawValue)]
  ///   var arrangement = Page.Arrangement.alone
  /// }
  /// ```
  ///
  /// Its template has `<main class="{{arrangement}}">{{stage}}</main>`.
  public enum Arrangement: String, CaseIterable, Sendable {
    /// The parts have the page for themselves.
    case alone
    /// Beside the parts of another page, which stand before them in an element of the class `pane`.
    case beside
    /// Over the parts of another page, which stand before them in an element of the class `pane` that is inert. A link of the class
    /// `dismiss` between both leads away.
    case over
  }

  /// The page of another step, of which the parts are shown as well. Each part has a name of its own: that of a region `rooms` is
  /// `beside-rooms`, or `over-rooms`.
  struct Companion: Sendable {
    /// Where the link in the corner leads, of a page that is shown over this one; nil for one beside it.
    let dismissal: PageAddress?
    var parts: [PagePart] = []
    var intents: IntentAddresses?
    /// Why there is no such page: the page of that failure stands in its place.
    var failure: Failure?

    init(dismissal: PageAddress?) { self.dismissal = dismissal }

    /// What the names of its parts begin with.
    var prefix: String { dismissal == nil ? "beside-" : "over-" }

    /// The regions of the companion by their names on the page.
    var regions: [(name: String, region: any PageRegion)] {
      parts.everything.compactMap(\.region).map { (prefix + $0.name, $0) }
    }

    mutating func show(_ page: Page) { (parts, intents) = (page.parts, page.intents) }
  }

  /// How its parts are arranged.
  var arrangement: Arrangement {
    switch companion {
    case nil: .alone
    case let other?: other.dismissal == nil ? .beside : .over
    }
  }
}

extension PageFlow {
  func dismissal(of step: Step, in place: FlowPlace<Self>) -> PageAddress? {
    guard case .over(_, let event) = presentation(of: step) else { return nil }
    return place.address(after: event, of: self, at: step)
  }

  /// What is wrong with the presentation of steps, as far as it is known without a request: of those at addresses with 1 in each open
  /// segment, and of those of mounted flows.
  var presentationMistakes: [TemplateProblems.Problem] {
    let own = Self.addresses.patterns.compactMap { pattern -> TemplateProblems.Problem? in
      guard let step = Self.addresses.step(at: pattern.replacing(/\{[^}]*\}|\*\*/, with: "1")),
        let other = presentation(of: step).other, presentation(of: other).other != nil
      else { return nil }
      let place = Self.addresses.place?.description ?? "\(Self.self)"
      return .init(template: place, line: nil, message: "\(Self.self).\(mistake(in: step))")
    }
    return own + Self.addresses.mounts.flatMap { ($0 as? FlowMount<Self>)?.presentationMistakes(self) ?? [] }
  }

  /// The message about a step that is shown with one that is not alone.
  func mistake(in step: Step) -> String {
    func text(_ step: Step) -> String { Self.addresses.address(of: step).text }
    var way = [step]
    while let next = presentation(of: way[way.count - 1]).other, !way.contains(next) { way.append(next) }
    let isCycle = presentation(of: way[way.count - 1]).other != nil
    let shown = (way + (isCycle ? [way[0]] : [])).map(text).joined(separator: ", which is shown with ")
    return "presentation(of:) shows \(shown)\(isCycle ? ": a cycle" : ""). Answer .alone for \(text(way[1]))."
  }
}
