import StatePages
import StateViews

extension Page {
  /// The page that tells of a failure which is the whole page's.
  /// - Parameters:
  ///   - layout: its frame.
  ///   - retry: the form of its retry button; it is shown where a retry can help.
  ///   - unsent: what was typed into the form that could not be taken.
  static func problem(
    _ failure: Failure, _ layout: PageLayout, for look: Look, retry: FormAction? = nil, unsent: UnsavedForm? = nil
  ) -> Page {
    Page(layout, for: look, cacheKey: nil) {
      Region<ProblemScreen>(
        "page", Loader(failed: failure), retry: retry, placement: .page)
      if let unsent { PagePart.piece("unsent", unsent) }
    }
  }
}
