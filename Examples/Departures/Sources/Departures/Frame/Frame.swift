import StatePages

/// Puts pages into the layout.
struct Frame: Sendable {
  let files: StaticFiles
  let now: @Sendable () -> Int64
  /// One town has one time, for all of its readers.
  var look: DisplaySettings { DisplaySettings(timeZone: "UTC", now: now()) }

  func page(_ title: PageLayout.Title, @PageBuilder _ parts: () -> [PagePart]) -> Page {
    Page(PageLayout(title: title, stylesheet: files.stylesheet), for: look, parts)
  }

  /// The gate in place of a page, with the address to return to.
  func gate(_ reason: CardGate.Reason, next: PageAddress) -> Page {
    page(.card) { GateRegion<CardGate>("card", reason: reason, .init(next: next.text)) }
  }
}
