import Hummingbird
import StateViews

/// One region as a page of its own: `/books?only=loans`. For frames, for readers on slow lines, and for tests.
///
/// It has the head of its page's layout, so its title, language and stylesheet are the same, and no other part of the page. Links
/// and forms inside a frame lead the whole window.
enum RegionPage {
  static let parameter: Substring = "only"
}

extension PageRequest {
  /// The name of the only region to answer with; nil for the whole page.
  var onlyRegion: String? {
    guard isRead, request.uri.query != nil else { return nil }
    return request.uri.queryParameters.get(String(RegionPage.parameter))
  }
}

extension Page {
  /// The page with only the named region; the page itself if `name` is nil, or if the request has decided its status: a gate or a
  /// failure stands in place of the region.
  /// - Throws: not found, if the page has no such region.
  func only(_ name: String?) throws(Failure) -> Page {
    guard let name, status == nil else { return self }
    guard let region = namedRegions.first(where: { $0.name == name })?.region else {
      throw RequestProblem.unknownAddress.failure
    }
    var page = self
    if region.name != name { page.intents = companion?.intents }
    page.parts = [PagePart(region)]
    page.companion = nil
    page.live = nil
    let layout = layout
    page.layout = { catalogue, arrangement in
      layout(catalogue, arrangement).replacingBody(
        with: catalogue.render(RegionBody()), head: catalogue.render(RegionHead()))
    }
    return page
  }
}

extension Markup {
  /// A page's markup with additions to its head and another body; unchanged if it has no head that ends before a body.
  fileprivate func replacingBody(with body: Markup, head: Markup) -> Markup {
    guard let bodyStart = html.firstRange(of: "<body")?.lowerBound,
      let headEnd = html[..<bodyStart].firstRange(of: "</head>")?.lowerBound
    else { return self }
    return Markup(rendered: html[..<headEnd] + head.html + html[headEnd..<bodyStart] + body.html)
  }
}

struct RegionHead: Piece {
  static let template = "pages/region-head"
  static let fields: [String: Field<RegionHead>] = [:]
}

struct RegionBody: Layout {
  static let template = "pages/region-body"
  static let fields: [String: Field<RegionBody>] = ["stage": stage]
}
