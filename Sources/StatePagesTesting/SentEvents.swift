public import StatePages
public import StateViews
import Synchronization

extension PageFlow {
  /// The events that requests send to the flow, in order, each with the step at which it happened: those of accepted forms, and those that
  /// had already happened when a step was requested.
  ///
  /// ```swift
  /// let sent = try await Reading.events { try await client.submit(page.form("return")) }
  /// #expect(sent.first?.event == .returned(4))
  /// ```
  ///
  /// A link sends none: its intent leads to the step of its address, `addresses.step(at: link["href"])`.
  /// - Parameter requests: sends requests without a network, by `test(.router)`, or calls the app's own functions.
  public static func events(
    of requests: () async throws -> Void
  ) async rethrows -> [(event: Event, step: Step)] {
    let sent = Recorded<(event: Event, step: Step)>()
    try await SentEvents.$recorder.withValue({ event, step in
      if let event = event as? Event, let step = step as? Step { sent.append((event, step)) }
    }) {
      try await requests()
    }
    return sent.all
  }
}

private final class Recorded<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}
