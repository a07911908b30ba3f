import StatePages
import StateViews

extension Page {
  /// The page for a failure of the whole request.
  /// - Parameters:
  ///   - layout: the page's layout.
  ///   - retry: the form of the retry button, shown if a retry can help.
  ///   - unsent: the typed text of a form that was rejected.
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
