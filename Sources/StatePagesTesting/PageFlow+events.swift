public import StatePages
public import StateViews

extension PageFlow {
  /// The events that requests send to the flow, in order, each with the step at which it happened: those of accepted forms, and those that
  /// had already happened when a step was requested.
  ///
  /// ```swift
  /// let sent = try await Reading.events { try await browser.submit(page.form("return")) }
  /// #expect(sent.first?.event == .returned(4))
  /// ```
  ///
  /// A link sends none: its intent leads to the step of its address, `addresses.step(at: link["href"])`.
  /// - Parameter requests: sends requests by a ``TestBrowser``, or calls the app's own functions.
  /// - Throws: the error of `requests`.
  public static func events(of requests: () async throws -> Void) async throws -> [(event: Event, step: Step)] {
    let recorder = EventRecorder()
    try await EventRecorder.$current.withValue(recorder, operation: requests)
    return recorder.all.compactMap { sent in
      guard let event = sent.event as? Event, let step = sent.step as? Step else { return nil }
      return (event, step)
    }
  }
}
