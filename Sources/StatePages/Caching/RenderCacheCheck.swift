import StateViews

/// Checks the cache keys of strict pages: everything found in the cache is rendered again, and must have the same
/// bytes.
///
/// A write in the meantime changes the key. So before reporting a mistake, the check verifies that the key is still the
/// same, and that the request would still have its own: the keys of regions may be made of what was read for that.
struct RenderCacheCheck {
  let pages: Pages
  let catalogue: Catalogue
  let request: PageRequest

  /// Makes the page once more.
  typealias Make = @Sendable () async throws(Failure) -> Page

  /// Checks that a page found by its request key still answers it.
  func mistake(
    _ requestKey: CacheKey, _ tag: EntityTag, _ make: Make, _ holds: @Sendable () async -> Bool
  ) async throws(Failure) -> ProgrammingError? {
    let page = try await make()
    guard let now = pages.entityTag(of: page, catalogue), now == tag else {
      guard await holds() else { return nil }
      return ProgrammingError(
        """
        \(requestKey.place.behind("The request key of this page")) was used before, and the response was another page. \
        It has to contain everything that the page depends on: its account, and data that may be written meanwhile.
        """)
    }
    return try await mistake(of: page, tag, make, holds)
  }

  /// Checks a page that was made, unless it is no page to cache or has other mistakes.
  func mistake(
    of page: Page, _ make: Make, _ holds: @Sendable () async -> Bool
  ) async throws(Failure) -> ProgrammingError? {
    guard page.status == nil, page.mistake(by: catalogue) == nil else { return nil }
    return try await mistake(of: page, pages.entityTag(of: page, catalogue), make, holds)
  }

  /// Checks that a page found by its tag, and its regions found by their cache keys, would be rendered the same now.
  private func mistake(
    of page: Page, _ tag: EntityTag?, _ make: Make, _ holds: @Sendable () async -> Bool
  ) async throws(Failure) -> ProgrammingError? {
    let setting = pages.setting(of: page, catalogue)
    let isPageKept =
      tag.map { tag in ContentCoding.allCases.contains { pages.renderCache.page(tag, in: $0, isUse: false) != nil } }
      == true
    // Other regions are not loaded again: their loads may query remote sources.
    let found = page.regions.filter { region in
      isPageKept || region.cacheKey.flatMap { pages.renderCache.region($0, in: setting, isUse: false) } != nil
    }
    guard isPageKept || !found.isEmpty, let states = await settled(found) else { return nil }
    let printer = RegionRenderer(
      catalogue: catalogue.spoken(in: page.look.language).sending(page.intents), look: page.look,
      request: request.id, address: request.address)
    let elements = states.map { $0.print.element(printer) }
    var mistake: ProgrammingError?
    for (index, region) in found.enumerated() where mistake == nil && states[index].isComplete {
      guard let cacheKey = region.cacheKey, let kept = pages.renderCache.region(cacheKey, in: setting, isUse: false)
      else { continue }
      mistake = difference(kept, elements[index], region.origin.place.behind("The region “\(region.name)”"), cacheKey)
    }
    if mistake == nil, isPageKept, let tag, let cacheKey = page.cacheKey, states.allSatisfy(\.isComplete) {
      mistake = difference(of: page, elements, printer, tag, cacheKey)
    }
    guard let mistake else { return nil }
    let now = try await make()
    let isSame = now.cacheKey == page.cacheKey && now.regions.map(\.cacheKey) == page.regions.map(\.cacheKey)
    guard isSame, await holds() else { return nil }
    return mistake
  }

  private func difference(
    of page: Page, _ elements: [Markup], _ printer: RegionRenderer, _ tag: EntityTag, _ cacheKey: CacheKey
  ) -> ProgrammingError? {
    let markup = PageAssembly(page: page, printer: printer).whole(elements)
    for coding in ContentCoding.allCases {
      guard let kept = pages.renderCache.page(tag, in: coding, isUse: false) else { continue }
      let now = PageBytes(tag: tag, plain: markup.buffer, requested: coding)
      if kept.bytes != now.bytes {
        return told(page.place.behind("This page"), cacheKey, "Its frame, or a piece of it, depends on more.")
      }
    }
    return nil
  }

  private func difference(_ kept: Markup, _ now: Markup, _ what: String, _ cacheKey: CacheKey) -> ProgrammingError? {
    guard !kept.html.utf8.elementsEqual(now.html.utf8) else { return nil }
    let same = zip(kept.html.utf8, now.html.utf8).prefix { $0 == $1 }.count
    func excerpt(_ markup: Markup) -> String {
      String(decoding: markup.html.utf8.dropFirst(max(0, same - 40)).prefix(160), as: UTF8.self)
    }
    return told(what, cacheKey, "It was:\n  \(excerpt(kept))\nand is now:\n  \(excerpt(now))")
  }

  private func told(_ what: String, _ cacheKey: CacheKey, _ detail: String) -> ProgrammingError {
    ProgrammingError(
      """
      \(what) was kept as \(cacheKey.place.behind("its cache key")), and would be printed otherwise now under the same one. \
      The cache key has to contain everything that its bytes depend on: its account, its revision, its mode.

      \(detail)
      """)
  }

  /// The final states of regions, each loaded; nil if the request was cancelled.
  private func settled(_ regions: [any PageRegion]) async -> [RegionState]? {
    var gathering = PageSnapshot(regions, known: regions.map { _ in nil })
    let load = PageLoad(
      gathering.pending(of: regions), timing: Timing(delay: .zero, deadline: pages.patience.deadline),
      patience: pages.patience.silence, clock: pages.clock)
    await withTaskCancellationHandler {
      await gathering.gather(load.events, stoppingAtPlaceholders: false)
    } onCancel: {
      load.cancel()
    }
    return gathering.isSettled ? gathering.states : nil
  }
}
