import Synchronization

@testable import TaskApp

/// The events sent to a flow, in order, each with its step.
final class ToldEvents: Sendable {
  struct Told: Hashable, Sendable {
    let event: TaskFlow.Event
    let step: TaskFlow.Step
  }

  private let told = Mutex<[Told]>([])

  var all: [Told] { told.withLock { $0 } }
}

extension World {
  /// The same world over a copy of its database, with its events recorded.
  func telling() throws -> (world: World, events: ToldEvents) {
    let events = ToldEvents()
    var settings = app.settings
    settings.onEvent = events.note
    return (try copy(settings), events)
  }
}

extension ToldEvents {
  fileprivate var note: @Sendable (TaskFlow.Event, TaskFlow.Step) -> Void {
    { event, step in self.told.withLock { $0.append(Told(event: event, step: step)) } }
  }
}
