public import HTTPTypes

/// A page: a layout, and on its stage the pieces and regions that it is made of, in the order in which they are read.
public struct Page: Sendable {
  /// How its reader wants things printed.
  public let look: Look
  /// What names the bytes of everything in it but its regions; nil if nothing does, and then it has no ETag.
  public internal(set) var cacheKey: CacheKey?
  /// Whether it stays what it is as long as nothing is written and the day is the same. A page that asks its sources again after a
  /// while does not.
  public var isLasting = true
  /// Whether browsers may put it away, for the Back button or for another time.
  public var isStored = true
  /// The status, where the request has decided it already; else the regions do.
  public var status: HTTPResponse.Status?

  let stylesheet: String
  var parts: [PagePart]
  let layoutType: any Piece.Type
  let place: SourceLocation
  let layout: @Sendable (Catalogue) -> Markup
  /// What stands around it inside a shell.
  let insideLayout: @Sendable (Catalogue) -> Markup

  /// A page.
  /// - Parameters:
  ///   - layout: the view of its layout, whose template prints the stage with the tag `{{stage}}`.
  ///   - stylesheet: the address of the stylesheet; a streamed page's shadow root links it as well.
  ///   - look: how its reader wants things printed.
  ///   - cache key: what names the bytes of layout and pieces; nil if nothing does.
  ///   - status: the status, where it is decided already.
  ///   - inside: what stands around the stage where the page is told inside a shell (``Pages/Patience/decision``): one element with the
  ///     attribute `slot="page"`. By default a bare one.
  ///   - parts: pieces and regions, in reading order.
  public init<L: Layout>(
    _ layout: L, stylesheet: String, for look: Look, cacheKey: CacheKey?, status: HTTPResponse.Status? = nil,
    inside: (any Layout)? = nil, file: StaticString = #fileID, line: UInt = #line,
    @PageBuilder _ parts: () -> [PagePart]
  ) {
    self.look = look
    self.cacheKey = cacheKey
    self.status = status
    self.stylesheet = stylesheet
    self.parts = parts()
    layoutType = L.self
    place = SourceLocation(file, line)
    self.layout = { catalogue in catalogue.render(layout) }
    insideLayout = { catalogue in
      if let inside { catalogue.render(inside) } else { catalogue.render(InsideFrame()) }
    }
  }

  var regions: [any PageRegion] {
    parts.compactMap { part in
      switch part {
      case .region(let region): region
      case .piece: nil
      }
    }
  }
}

/// A view of a whole page. Its template prints `{{stage}}` once, in an element of its own within the page's `<main>`, and closes
/// that element right behind it: a streamed page is sent up to there and goes on there.
///
/// That element becomes a shadow host, so it must not be one that can be focused: with a `tabindex`, Chromium's keyboard passes by
/// all that stands in it.
public protocol Layout: Piece {}

extension Layout {
  /// The field that every layout declares under the name `stage`.
  public static var stage: Field<Self> { .markup { _ in .cut } }
}

/// What stands on a page's stage.
public enum PagePart: Sendable {
  /// A view with its own template, there from the first byte.
  case piece(name: String, of: any Piece.Type, render: @Sendable (Catalogue) -> Markup)
  /// A region.
  case region(any PageRegion)
}

extension PagePart {
  /// A view with its own template, there from the first byte; `name` is its place in the page, once on it.
  public static func piece<P: Piece>(_ name: String, _ piece: P) -> PagePart {
    self.piece(name) { _ in piece }
  }

  /// A view that itself holds markup, made of the catalogue that renders it.
  public static func piece<P: Piece>(_ name: String, _ make: @escaping @Sendable (Catalogue) -> P) -> PagePart {
    .piece(name: name, of: P.self) { catalogue in
      catalogue.render(FixedPiece(name: name, inside: catalogue.render(make(catalogue))))
    }
  }
}

/// Collects what stands on a page's stage.
@resultBuilder
public enum PageBuilder {
  /// A region.
  public static func buildExpression(_ region: Region<some Screen>) -> [PagePart] { [.region(region)] }
  /// A gate.
  public static func buildExpression(_ gate: GateRegion<some Gate>) -> [PagePart] { [.region(gate)] }
  /// A piece or a region.
  public static func buildExpression(_ part: PagePart) -> [PagePart] { [part] }
  /// Everything in order.
  public static func buildBlock(_ parts: [PagePart]...) -> [PagePart] { parts.flatMap { $0 } }
  /// Something that may be absent.
  public static func buildOptional(_ parts: [PagePart]?) -> [PagePart] { parts ?? [] }
  /// One of two.
  public static func buildEither(first: [PagePart]) -> [PagePart] { first }
  /// One of two.
  public static func buildEither(second: [PagePart]) -> [PagePart] { second }
  /// One for each.
  public static func buildArray(_ parts: [[PagePart]]) -> [PagePart] { parts.flatMap { $0 } }
}
