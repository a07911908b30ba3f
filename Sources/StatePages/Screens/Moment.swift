/// A moment formatted for a look: what a template needs to print "today at 14:02", "yesterday", or "28 Nov".
public struct Moment: TemplateView, Hashable {
  /// The tags of a moment.
  public static let fields: [String: Field<Moment>] = [
    "iso": .text(\.iso),
    "date": .text(\.date),
    "time": .text(\.time),
    "today": .flag { $0.daysAgo == 0 },
    "yesterday": .flag { $0.daysAgo == 1 },
    "older": .flag { $0.daysAgo != 0 && $0.daysAgo != 1 },
  ]

  let iso: String
  let date: String
  let time: String
  let daysAgo: Int
}

extension Moment {
  /// Formats a moment, in whole seconds since 1970-01-01T00:00:00Z. For many moments, use one ``MomentPrinter``.
  public init(_ seconds: Int64, for look: Look) {
    self = MomentPrinter(look).moment(seconds)
  }
}
