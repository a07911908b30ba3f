import Foundation
import StatePages
import StateViews
import Tasks

/// One event in a source's log: the template of its sentence, and the values that the template uses.
struct SourceLogRow: TemplateView {
  static let sentences =
    ["source-log/came", "source-log/empty-there"] + SourceFailure.reasonNames.map { "components/source/\($0)" }

  static let fields: [String: Field<SourceLogRow>] = [
    "template": .template(among: sentences, \.template),
    "failed": .flag(\.hasFailed),
    "host": .text(\.host),
    "count": .text { Counted.text($0.count) },
    "one": .flag { $0.count == 1 },
    "open": .text { Counted.text($0.open) },
    "skipped": .optional { $0.skipped > 0 ? Counted.text($0.skipped) : nil },
    "oneSkipped": .flag { $0.skipped == 1 },
    "facts": .view(\.facts),
    "added": .view(\.added),
    "removed": .view(\.removed),
    "both": .flag { $0.added != nil && $0.removed != nil },
    "at": .view(\.at),
    "times": .optional { $0.times > 1 ? Counted.text($0.times) : nil },
    "last": .view { $0.times > 1 ? $0.last : nil },
  ]
  private let template: String
  private let hasFailed: Bool
  private let host: String
  private var count = 0
  private var open = 0
  private var skipped = 0
  private let facts: FailureFacts?
  private let added: ChangedTitles?
  private let removed: ChangedTitles?
  private let at: Moment
  private let last: Moment
  private let times: Int

  init(_ event: SourceEvent, for look: Look, bounds: FetchBounds = FetchBounds()) {
    switch event.state {
    case .content(let open, let closed, let skipped):
      template = "source-log/came"
      hasFailed = false
      facts = FailureFacts([:])
      count = open + closed
      self.open = open
      self.skipped = skipped
    case .empty:
      template = "source-log/empty-there"
      hasFailed = false
      facts = FailureFacts([:])
    case .failed(let failure):
      template = "components/source/\(failure.reasonName)"
      hasFailed = true
      facts = FailureFacts(failure.facts(within: bounds))
    }
    at = Moment(Int64(event.at.timeIntervalSince1970), for: look)
    last = Moment(Int64(event.last.timeIntervalSince1970), for: look)
    times = event.times
    host = event.host
    added = event.changes.flatMap { ChangedTitles($0.added) }
    removed = event.changes.flatMap { ChangedTitles($0.removed) }
  }
}

/// The titles of tasks that a fetch added or removed.
struct ChangedTitles: TemplateView {
  static let fields: [String: Field<ChangedTitles>] = [
    "number": .text { Counted.text($0.part.count) },
    "titles": .rows { part in
      part.part.titles.enumerated().map { ChangedTitle(title: $1, isFirst: $0 == 0) }
    },
    "more": .optional { part in
      let more = part.part.count - part.part.titles.count
      return more > 0 ? Counted.text(more) : nil
    },
  ]
  private let part: SourceChanges.Part

  /// Nil if there are no such tasks.
  init?(_ part: SourceChanges.Part) {
    guard part.count > 0 else { return nil }
    self.part = part
  }

  struct ChangedTitle: TemplateView {
    static let fields: [String: Field<ChangedTitle>] = [
      "title": .optional { $0.title.isEmpty ? nil : $0.title }, "first": .flag(\.isFirst),
    ]
    let title: String
    let isFirst: Bool
  }
}

/// The facts of a failure, under the same names as in a region's failed state, so that both use the same templates.
struct FailureFacts: TemplateView {
  static let fields: [String: Field<FailureFacts>] = [
    "seconds": .optional { $0.text("seconds") },
    "port": .optional { $0.text("port") },
    "target": .optional { $0.text("target") },
    "reserved": .optional { $0.text("reserved") },
    "status": .optional { $0.text("status") },
    "scheme": .optional { $0.text("scheme") },
    "kibibytes": .optional { $0.text("kibibytes") },
    "limit": .optional { $0.text("limit") },
    "count": .optional { $0.text("count") },
    "countIsOne": .flag { $0.text("count") == "1" },
  ]
  private let facts: [String: Fact]

  init(_ facts: [String: Fact]) {
    self.facts = facts
  }

  private func text(_ name: String) -> String? {
    switch facts[name] {
    case .text(let text), .address(let text): text
    case .number(let number): Counted.text(number)
    case .moment, nil: nil
    }
  }
}
