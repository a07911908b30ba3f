import StateViews
import Tasks

extension FetchProgress {
  /// The status line of a placeholder; nil if the progress is not worth showing.
  func stage(at host: String) -> Reason? {
    switch self {
    case .connecting: Reason("connecting", ["host": .text(host)])
    case .waiting: Reason("waiting", ["host": .text(host)])
    case .looking: Reason("looking", ["host": .text(host)])
    case .received(let bytes): Reason("received", ["kilobytes": .numeral(max(1, bytes / 1_000))])
    case .reading(0): nil
    case .reading(let items): Reason("reading", ["count": .number(items)])
    case .attempt(let number, let all): Reason("attempt", ["number": .numeral(number), "of": .numeral(all)])
    }
  }
}
