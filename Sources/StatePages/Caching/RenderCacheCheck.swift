import NIOCore
import StateViews

/// Checks the versions of strict pages: a page found in the cache is made and rendered again, and must have the same bytes.
///
/// A write in the meantime makes another version. So before reporting a mistake, the check verifies that the request would still have
/// the same one.
struct RenderCacheCheck {
  let pages: Pages
  let catalogue: Catalogue
  let request: PageRequest
  let kept: PageBytes

  /// - Parameters:
  ///   - version: the version that the page was found by.
  ///   - make: makes the page once more.
  ///   - holds: whether the request still has that version.
  func mistake(
    _ version: PageVersion, _ make: @Sendable () async throws(Failure) -> Page, _ holds: @Sendable () async -> Bool
  ) async throws(Failure) -> ProgrammingError? {
    let page = try await make()
    let now: Markup
    if page.status == nil, page.isKept {
      guard page.mistake(by: catalogue) == nil, let snapshot = await settled(page) else { return nil }
      guard snapshot.all.allSatisfy(\.isComplete) else { return nil }
      let renderer = page.renderer(catalogue, request)
      now = PageAssembly(page: page, renderer: renderer).whole(snapshot)
      if PageBytes(plain: now.buffer, requested: request.coding).bytes == kept.bytes { return nil }
    } else {
      now = page.frame(by: catalogue)
    }
    guard await holds() else { return nil }
    return ProgrammingError(
      """
      \(version.place.behind("The version of this page")) was used before, and the page was another one. It has to contain everything \
      that the page depends on: its account, its look, a revision of what may be written meanwhile.

      \(difference(from: now))
      """)
  }

  private func difference(from now: Markup) -> String {
    guard kept.coding == .identity else { return "Ask without gzip to see where they differ." }
    let (before, after) = (Array(kept.bytes.readableBytesView), Array(now.html.utf8))
    let same = zip(before, after).prefix { $0 == $1 }.count
    func excerpt(_ bytes: [UInt8]) -> String {
      String(decoding: bytes.dropFirst(max(0, same - 40)).prefix(160), as: UTF8.self)
    }
    return "It was:\n  \(excerpt(before))\nand is now:\n  \(excerpt(after))"
  }

  /// The final states of the page's regions, each loaded; nil if the request was cancelled.
  private func settled(_ page: Page) async -> PageSnapshot? {
    var snapshot = PageSnapshot(page)
    let load = PageLoad(
      snapshot.pending, stopping: .zero, patience: pages.patience.silence, clock: pages.clock
    ) { own in Timing(deadline: own?.deadline ?? pages.patience.deadline) }
    await withTaskCancellationHandler {
      await snapshot.gather(load.events, stoppingAtPlaceholders: false)
    } onCancel: {
      load.cancel()
    }
    return snapshot.isSettled ? snapshot : nil
  }
}
