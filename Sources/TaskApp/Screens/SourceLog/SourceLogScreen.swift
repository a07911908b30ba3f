import Foundation
import StatePages
import StateViews
import Tasks

/// The log of a list's source, newest event first.
enum SourceLogScreen: ListScreen {
  typealias Content = [SourceEvent]

  static let name: ViewName = "source-log"
  static let emptyReasons = [Reason.nothingYet]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["host": .text(\.host)]
    let host: String
  }

  static let fields: [String: Field<ListView<SourceLogScreen>>] = ["rows": .rows(\.rows)]

  static func rows(of events: [SourceEvent], for look: DisplaySettings) -> [SourceLogRow] {
    events.map { SourceLogRow($0, for: look) }
  }

  static var samples: [Sample<SourceLogScreen>] {
    [Sample("a-day", caption: Caption(host: Samples.host), content: Samples.events)]
  }
}

/// One event in a source's log: the template of its sentence, and the values that the template uses.
struct SourceLogRow: TemplateView {
  static let sentences =
    ["source-log/came", "source-log/empty-there"] + Samples.sourceFailures.map(message(of:))

  static let fields = facts.reduce(into: rowFields) { fields, name in fields[name] = .optional { $0.text(of: name) } }

  /// The facts that the messages of failures print.
  private static let facts = ["port", "target", "status", "scheme", "megabytes"]

  private static let rowFields: [String: Field<SourceLogRow>] = [
    "template": .template(among: sentences, \.template),
    "failed": .flag(\.hasFailed), "host": .text(\.host),
    "count": .number { $0.count },
    "open": .number { $0.open },
    "skipped": .number(\.skipped.ifAny),
    "added": .view(\.added), "removed": .view(\.removed),
    "both": .flag { $0.added != nil && $0.removed != nil },
    "at": .view(\.at),
    "times": .number { $0.times > 1 ? $0.times : nil },
    "last": .view { $0.times > 1 ? $0.last : nil },
  ]
  private let template: String
  private let hasFailed: Bool
  private let host: String
  private var count = 0
  private var open = 0
  private var skipped = 0
  private var facts: [String: Fact] = [:]
  private let numbers: NumberPrinter
  private let added, removed: ChangedTitles?
  private let at, last: Moment
  private let times: Int

  init(_ event: SourceEvent, for look: DisplaySettings, bounds: FetchBounds = FetchBounds()) {
    switch event.state {
    case .content(let open, let closed, let skipped):
      template = "source-log/came"
      hasFailed = false
      count = open + closed
      self.open = open
      self.skipped = skipped
    case .empty:
      template = "source-log/empty-there"
      hasFailed = false
    case .failed(let failure):
      let reported = failure.failure(host: event.host, source: nil, bounds: bounds)
      template = Self.message(of: reported)
      hasFailed = true
      facts = reported.reason.facts
      if case .number(let number, _) = facts["count"] { count = number }
    }
    numbers = look.numbers
    at = Moment(event.at, for: look)
    last = Moment(event.last, for: look)
    times = event.times
    host = event.host
    added = event.changes.flatMap { ChangedTitles($0.added) }
    removed = event.changes.flatMap { ChangedTitles($0.removed) }
  }

  /// The message of a failed fetch, as a card shows it.
  private static func message(of failure: Failure) -> String {
    "words/failed/\(failure.kind.rawValue)/\(failure.reason.name).short"
  }

  private func text(of fact: String) -> String? {
    switch facts[fact] {
    case .text(let text), .address(let text): text
    case .numeral(let number): numbers.text(number)
    case .intent, .number, .moment, nil: nil
    }
  }
}

/// The titles of tasks that a fetch added or removed.
struct ChangedTitles: TemplateView {
  static let fields: [String: Field<ChangedTitles>] = [
    "number": .numeral { $0.part.count },
    "titles": .rows { part in part.part.titles.enumerated().map { ChangedTitle(title: $1, isFirst: $0 == 0) } },
    "more": .number { part in
      let more = part.part.count - part.part.titles.count
      return more > 0 ? more : nil
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
