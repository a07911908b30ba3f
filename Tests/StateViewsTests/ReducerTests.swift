import StateViews
import Testing

@Suite struct ReducerTests {
  typealias State = ViewState<String>
  typealias Event = LoadEvent<String>

  static let early: Reason = "connecting"
  static let late: Reason = "received"
  static let old = Failure(.unavailable)
  static let new = Failure(.timedOut)

  /// Each distinct shape of a state, once.
  static let states: [State] = [
    .unloaded,
    .loading(nil),
    .loading(early),
    .content("old", .idle),
    .content("old", .running(nil)),
    .content("old", .running(early)),
    .content("old", .failed(old)),
    .empty("nothing-yet"),
    .other("asleep"),
    .failed(old),
  ]

  /// Each distinct shape of an event, once.
  static let events: [Event] = [
    .started,
    .progressed(late),
    .ended(.success(.content("new"))),
    .ended(.success(.empty("all-done"))),
    .ended(.success(.other("awake"))),
    .ended(.failure(.failed(new))),
    .ended(.failure(.cancelled)),
  ]

  /// The whole table: a row for each state with a cell for each event, in the order of the lists above.
  static let table: [[State]] = [
    [.loading(nil), .unloaded, .content("new", .idle), .empty("all-done"), .other("awake"), .failed(new), .unloaded],
    [
      .loading(nil), .loading(late), .content("new", .idle), .empty("all-done"), .other("awake"), .failed(new),
      .unloaded,
    ],
    [
      .loading(nil), .loading(late), .content("new", .idle), .empty("all-done"), .other("awake"), .failed(new),
      .unloaded,
    ],
    [
      .content("old", .running(nil)), .content("old", .idle), .content("new", .idle), .empty("all-done"),
      .other("awake"), .content("old", .failed(new)), .content("old", .idle),
    ],
    [
      .content("old", .running(nil)), .content("old", .running(late)), .content("new", .idle), .empty("all-done"),
      .other("awake"), .content("old", .failed(new)), .content("old", .idle),
    ],
    [
      .content("old", .running(nil)), .content("old", .running(late)), .content("new", .idle), .empty("all-done"),
      .other("awake"), .content("old", .failed(new)), .content("old", .idle),
    ],
    [
      .content("old", .running(nil)), .content("old", .failed(old)), .content("new", .idle), .empty("all-done"),
      .other("awake"), .content("old", .failed(new)), .content("old", .failed(old)),
    ],
    [
      .loading(nil), .empty("nothing-yet"), .content("new", .idle), .empty("all-done"), .other("awake"), .failed(new),
      .empty("nothing-yet"),
    ],
    [
      .loading(nil), .other("asleep"), .content("new", .idle), .empty("all-done"), .other("awake"), .failed(new),
      .other("asleep"),
    ],
    [
      .loading(nil), .failed(old), .content("new", .idle), .empty("all-done"), .other("awake"), .failed(new),
      .failed(old),
    ],
  ]

  @Test func `every event in every state has the result in the decision table`() throws {
    try #require(Self.table.count == Self.states.count)
    for (state, row) in zip(Self.states, Self.table) {
      try #require(row.count == Self.events.count)
      for (event, expected) in zip(Self.events, row) {
        #expect(state.after(event) == expected, "\(state) after \(event)")
      }
    }
  }

  @Test func `the table has a row for every shape of a state and a column for every shape of an event`() {
    // The switches have no default, so a new case does not compile until it has a row or a column.
    #expect(Self.states.map(shape) == Array(1...10))
    #expect(Self.events.map(shape) == Array(1...7))
  }

  @Test func `a cancelled load is neither failed nor empty`() {
    for state in Self.states {
      switch state.after(.started).after(.ended(.failure(.cancelled))) {
      case .unloaded, .content(_, .idle): break
      case .loading, .content(_, .running), .content(_, .failed), .empty, .other, .failed: Issue.record("from \(state)")
      }
    }
  }

  private func shape(_ state: State) -> Int {
    switch state {
    case .unloaded: 1
    case .loading(nil): 2
    case .loading(.some): 3
    case .content(_, .idle): 4
    case .content(_, .running(nil)): 5
    case .content(_, .running(.some)): 6
    case .content(_, .failed): 7
    case .empty: 8
    case .other: 9
    case .failed: 10
    }
  }

  private func shape(_ event: Event) -> Int {
    switch event {
    case .started: 1
    case .progressed: 2
    case .ended(.success(.content)): 3
    case .ended(.success(.empty)): 4
    case .ended(.success(.other)): 5
    case .ended(.failure(.failed)): 6
    case .ended(.failure(.cancelled)): 7
    }
  }
}
