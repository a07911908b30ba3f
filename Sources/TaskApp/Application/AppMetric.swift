import StatePages

/// Something that happened in the app, for metrics. All values come from small fixed sets.
package enum AppMetric: Hashable, Sendable {
  /// A region of a page was loaded, and settled in a state: `content`, `empty`, `other` or `failed`.
  case regionSettled(screen: String, state: String)
  /// A followed list was fetched; the outcome is `fetched`, `unchanged`, `collections`, or the code of a failure.
  case fetched(outcome: String)
  /// A message was sent to a channel, or not; the outcome is `sent`, or the code of a failure.
  case reminded(channel: String, outcome: String)
  /// Name and password were right, and a session began.
  case signedIn
  /// A sign-in, or another try with a password, was refused.
  case passwordRefused
  /// A request over the rate of its account or network was refused.
  case rateLimited
}

extension TaskApp.Settings {
  /// Reports the states of regions.
  var onSettled: (@Sendable (LoadedRegion) -> Void)? {
    guard let onMetric else { return nil }
    return { region in onMetric(.regionSettled(screen: region.screen, state: region.state)) }
  }
}
