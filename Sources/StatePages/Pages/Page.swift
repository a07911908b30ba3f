public import HTTPTypes

/// A page: a layout, and the pieces and regions on its stage, in reading order.
///
/// ```swift
/// Page(PageLayout(title: "Your books"), for: look) {
///   Region<BooksScreen>("books", books, placement: .page)
///   Region<NewsScreen>("news", news, weight: .secondary)
/// }
/// ```
public struct Page: Sendable {
  /// The reader's display preferences.
  public let look: DisplaySettings
  /// Whether the page stays the same as long as its version does. False for a page that also depends on what no version knows: that
  /// queries its sources again after a while, or tells what has just been done.
  public var isKept = true
  /// Whether browsers may store the page, for the Back button or for later.
  public var isStored = true
  /// The status, if the request has decided it; else the regions decide.
  public var status: HTTPResponse.Status?

  /// What its flow makes of intents; nil for the app's own flow.
  var intents: IntentAddresses?
  /// The address of the stylesheet, for the shadow root of a streamed page.
  let stylesheet: String
  var parts: [PagePart]
  let layoutType: any Piece.Type
  let place: SourceLocation
  var layout: @Sendable (Catalogue, Arrangement) -> Markup
  /// What keeps it up to date; nil for a page that is sent once.
  var live: Live?
  /// The page that its flow shows it beside, or over.
  var companion: Companion?
  /// The mistake of a flow that shows the page's step with one that is not alone.
  var presentationMistake: ProgrammingError?

  /// Creates a page.
  /// - Parameters:
  ///   - layout: the view of its layout. The layout's template prints the stage with the tag `{{stage}}`.
  ///   - look: the reader's display preferences; by default, those of now and here.
  ///   - status: the status, if it is decided already; by default 401 for a page with a gate.
  ///   - file: the source file of the page; for reports of programming errors.
  ///   - line: the line in it.
  ///   - parts: pieces and regions, in reading order.
  public init<L: Layout>(
    _ layout: L, for look: DisplaySettings = DisplaySettings(), status: HTTPResponse.Status? = nil,
    file: StaticString = #fileID, line: UInt = #line, @PageBuilder _ parts: () -> [PagePart]
  ) {
    self.look = look
    stylesheet = layout.stylesheet
    self.parts = parts()
    self.status = status ?? (self.parts.contains(where: \.isGate) ? .unauthorized : nil)
    layoutType = L.self
    place = SourceLocation(file, line)
    self.layout = { catalogue, arrangement in
      var layout = layout
      layout.arrangement = arrangement
      return catalogue.render(layout)
    }
  }

  /// The markup of its layout, with a cut for the stage.
  func frame(by catalogue: Catalogue) -> Markup { layout(catalogue, arrangement) }

  /// The page with other addresses of its intents: those of the flow that shows it, where that is mounted. An intent that has none
  /// here is left to the flow around, and at last to that of ``Templates``.
  public func sending(_ intents: IntentAddresses) -> Self {
    var page = self
    page.intents = self.intents?.or(intents) ?? intents
    return page
  }

  /// The regions of the page, each before those within it, and then those of the page beside it.
  var regions: [any PageRegion] { namedRegions.map(\.region) }
  /// Each by its name on the page.
  var namedRegions: [(name: String, region: any PageRegion)] {
    parts.everything.compactMap(\.region).map { ($0.name, $0) } + (companion?.regions ?? [])
  }
}

/// A view of a whole page. Its template prints `{{stage}}` once, in an element of its own within the page's `<main>`,
/// and closes that element right after it: a streamed page is flushed up to that point and continues there.
///
/// That element becomes a shadow host, so it must not be focusable: with a `tabindex`, keyboard navigation in Chromium
/// skips everything inside it.
public protocol Layout: Piece {
  /// How the page's parts are arranged. A layout that prints it, as a class of the element around the stage, stores it; the page sets it.
  var arrangement: Page.Arrangement { get set }
  /// The address of the stylesheet, for the part of a streamed page that styles of the document do not reach. The layout's template
  /// links the same in its head.
  var stylesheet: String { get }
}

extension Layout {
  /// Not stored: the layout is the same for all.
  public var arrangement: Page.Arrangement {
    get { .alone }
    set {}
  }

  /// The address that ``Hummingbird/Router/addStarterStylesheet(at:)`` adds.
  public var stylesheet: String { "/style.css" }

  /// The field `stage`, which every layout declares.
  public static var stage: Field<Self> { .markup { _ in .cut } }
}

/// A part of a page's stage: a region, or a piece.
///
/// In the closure of a page, a region or a piece is a part by itself. A piece under another name than its template's is
///
/// ```swift
/// PagePart.piece("today", Heading(title: "Today"))
/// ```
public struct PagePart: Sendable {
  enum Kind: Sendable {
    /// A view with its own template, sent with the first byte.
    case piece(name: String, of: any Piece.Type, render: @Sendable (Catalogue) -> Markup)
    case region(any PageRegion)
  }

  var kind: Kind
  /// Whether it stands in place of what was requested.
  fileprivate var isGate = false

  init(_ kind: Kind) { self.kind = kind }

  package init(_ region: any PageRegion) { self.init(.region(region)) }
}

extension PagePart {
  /// A region.
  public static func region(_ region: Region<some Screen>) -> PagePart { PagePart(region) }

  /// A view with its own template, sent with the first byte; `name` is unique on the page.
  public static func piece<P: Piece>(_ name: String, _ piece: P) -> PagePart { self.piece(name) { _ in piece } }

  /// A view that contains markup itself, made with the catalogue that renders it.
  package static func piece<P: Piece>(_ name: String, _ make: @escaping @Sendable (Catalogue) -> P) -> PagePart {
    PagePart(.piece(name: name, of: P.self) { $0.render(make($0)) })
  }
}

extension PagePart {
  /// The region; nil for a piece.
  var region: (any PageRegion)? {
    switch kind {
    case .region(let region): region
    case .piece: nil
    }
  }
}

extension [PagePart] {
  /// The parts, each before those within it.
  var everything: [PagePart] { flatMap { [$0] + ($0.region?.parts.everything ?? []) } }

  /// The parts with another region in place of the one of a name, at any depth; nil if there is none.
  func replacing(_ name: String, by replace: (any PageRegion) -> any PageRegion) -> [PagePart]? {
    for (place, part) in enumerated() {
      guard var region = part.region else { continue }
      if region.name == name {
        region = replace(region)
      } else if let parts = region.parts.replacing(name, by: replace) {
        region.parts = parts
      } else {
        continue
      }
      var parts = self
      parts[place].kind = .region(region)
      return parts
    }
    return nil
  }
}

/// Builds the parts of a page's stage, or of a region's content.
///
/// ```swift
/// Page(PageLayout(title: "Lines")) {
///   Heading(title: "Lines")
///   for line in lines { Region<LineScreen>(line.name, departures(line)) }
///   if isOpen { Region<NewsScreen>("news", news, weight: .secondary) }
/// }
/// ```
@resultBuilder
public enum PageBuilder {
  /// A region.
  public static func buildExpression(_ region: Region<some Screen>) -> [PagePart] { [PagePart(region)] }
  /// A gate.
  public static func buildExpression(_ gate: GateRegion<some Gate>) -> [PagePart] {
    var part = PagePart(gate)
    part.isGate = true
    return [part]
  }
  /// A piece, named by the last part of its template's name.
  public static func buildExpression<P: Piece>(_ piece: P) -> [PagePart] {
    [.piece(P.template.split(separator: "/").last.map(String.init) ?? "", piece)]
  }
  /// A piece or a region.
  public static func buildExpression(_ part: PagePart) -> [PagePart] { [part] }
  /// All parts in order.
  public static func buildBlock(_ parts: [PagePart]...) -> [PagePart] { parts.flatMap { $0 } }
  /// An optional part.
  public static func buildOptional(_ parts: [PagePart]?) -> [PagePart] { parts ?? [] }
  /// The first of two branches.
  public static func buildEither(first: [PagePart]) -> [PagePart] { first }
  /// The second of two branches.
  public static func buildEither(second: [PagePart]) -> [PagePart] { second }
  /// The parts of every iteration.
  public static func buildArray(_ parts: [[PagePart]]) -> [PagePart] { parts.flatMap { $0 } }
}

/// Assembles the markup of a page from its layout and parts, for one request.
struct PageAssembly: Sendable {
  let page: Page
  let renderer: RegionRenderer

  func whole(_ snapshot: PageSnapshot) -> Markup {
    let (before, behind) = page.frame(by: renderer.catalogue).halves()
    let pane = pane(markup(of: snapshot.companion, by: companionRenderer))
    return .joined([before, pane, markup(of: snapshot.parts, by: renderer), behind])
  }

  /// The elements of parts that have settled.
  func markup(of parts: some Sequence<LoadedPart>, by renderer: RegionRenderer) -> Markup {
    .joined(
      parts.map { part in
        switch part {
        case .piece(let name, let render): renderer.element(ofPiece: name, render)
        case .region(let tree): tree.markup(by: renderer)
        }
      })
  }

  /// The beginning of a streamed page, up to the stage's end, with placeholders for regions that still load.
  func opening(_ snapshot: PageSnapshot) -> Markup {
    let (before, _) = page.frame(by: renderer.catalogue).halves()
    var light: [Markup] = []
    func slots(_ parts: [LoadedPart], by renderer: RegionRenderer) -> Markup {
      .joined(
        parts.map { part in
          switch part {
          case .piece(let name, let render): light.append(renderer.element(ofPiece: name, render))
          case .region(let tree) where tree.isOpen: return tree.markup(by: renderer)
          case .region(let tree): light.append(tree.markup(by: renderer))
          }
          return renderer.slot(part.name)
        })
    }
    let pane = pane(slots(snapshot.companion, by: companionRenderer))
    let own = slots(snapshot.parts, by: renderer)
    let root = renderer.catalogue.render(ShadowRoot(stylesheet: page.stylesheet, slots: .joined([pane, own])))
    return .joined([before, root] + light)
  }

  func closing() -> Markup { page.frame(by: renderer.catalogue).halves().behind }

  /// The renderer of the parts of the page beside this one.
  var companionRenderer: RegionRenderer {
    var other = renderer
    other.catalogue = renderer.catalogue.sending(page.companion?.intents)
    other.prefix = page.companion?.prefix ?? ""
    return other
  }

  /// The element around the parts of the page beside this one; none if it is shown alone.
  private func pane(_ inside: Markup) -> Markup {
    guard let companion = page.companion else { return .none }
    return renderer.catalogue.render(Pane(dismissal: companion.dismissal?.text, inside: inside))
  }
}
