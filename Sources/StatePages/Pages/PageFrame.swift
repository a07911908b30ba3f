public import HTTPTypes

/// What the pages of a request have in common: layout, stylesheet and look. Made once a request.
///
/// ```swift
/// let frame = PageFrame(stylesheet: "/style.css", for: look()) { PageLayout(title: $0) }
/// frame.page("Your books") {
///   Region<BooksScreen>("books", books, retry: .get("/books"))
/// }
/// ```
public struct PageFrame<Title, L: Layout>: Sendable {
  private let stylesheet: String
  private let look: Look
  private let layout: @Sendable (Title) -> L

  /// Creates a frame.
  /// - Parameters:
  ///   - stylesheet: the address of the stylesheet; a streamed page's shadow root links it as well.
  ///   - look: the reader's display preferences.
  ///   - layout: the layout of a page with a title.
  public init(stylesheet: String, for look: Look, layout: @escaping @Sendable (Title) -> L) {
    self.stylesheet = stylesheet
    self.look = look
    self.layout = layout
  }

  /// A page in this frame; see ``Page/init(_:stylesheet:for:cacheKey:status:file:line:_:)``.
  public func page(
    _ title: Title, cacheKey: CacheKey? = nil, status: HTTPResponse.Status? = nil, file: StaticString = #fileID,
    line: UInt = #line, @PageBuilder _ parts: () -> [PagePart]
  ) -> Page {
    Page(
      layout(title), stylesheet: stylesheet, for: look, cacheKey: cacheKey, status: status, file: file, line: line,
      parts)
  }
}
