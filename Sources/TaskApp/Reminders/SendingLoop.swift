import Logging
import StateViews
import Synchronization
import TaskStore
import Tasks

/// Sends what is due, for as long as it runs: each message in a task of its own, so that a slow server holds up no other one.
protocol SendingLoop: Sendable {
  associatedtype Message: Sendable
  associatedtype Outcome: Sendable

  /// What it sends, for the log.
  static var subject: String { get }
  /// How often it looks for what is due, besides whenever a message was sent.
  static var tick: Duration { get }
  var clock: any Clock<Duration> { get }
  var logger: Logger { get }
  var outgoing: Outgoing<Message, Outcome> { get }

  /// The messages whose sending begins now.
  func begin(besides underWay: [Message]) async throws(StoreError) -> [Message]
  func send(_ message: Message) async -> Outcome
  /// Notes how the sending of messages has ended. Called again with the same ones if it throws.
  func end(_ ended: [(message: Message, outcome: Outcome)]) async throws(StoreError)
}

/// The messages of a loop that are being sent, and those whose end is not noted yet.
final class Outgoing<Message: Sendable, Outcome: Sendable>: Sendable {
  fileprivate struct State {
    var underWay: [Int: Message] = [:]
    var last = 0
    var ended: [(message: Message, outcome: Outcome)] = []
  }

  fileprivate let state = Mutex(State())
}

extension SendingLoop {
  func run() async {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await withDiscardingTaskGroup { group in
      await look(in: &group, wake)
      group.addTask { [clock] in
        while !Task.isCancelled {
          do { try await clock.sleep(for: Self.tick) } catch { break }
          wake.yield()
        }
        wake.finish()
      }
      for await _ in wakes { await look(in: &group, wake) }
      group.cancelAll()
    }
    // Unstructured, so that the cancellation which ended the loop doesn't keep the last outcomes from the store.
    await Task { await settle() }.value
  }

  /// Begins to send what is due.
  private func look(in group: inout DiscardingTaskGroup, _ wake: AsyncStream<Void>.Continuation) async {
    do throws(StoreError) {
      try await settleEnded()
      for message in try await begin(besides: outgoing.state.withLock { Array($0.underWay.values) }) {
        let id = outgoing.state.withLock { state in
          state.last += 1
          state.underWay[state.last] = message
          return state.last
        }
        group.addTask { [self] in
          let outcome = await send(message)
          outgoing.state.withLock { state in
            state.ended.append((message, outcome))
            state.underWay[id] = nil
          }
          wake.yield()
        }
      }
    } catch {
      if error == .cancelled { return }
      // Tried again with the next tick.
      logger.warning("\(Self.subject) could not be looked up", metadata: ["error": "\(error)"])
    }
  }

  private func settleEnded() async throws(StoreError) {
    let ended = outgoing.state.withLock { $0.ended }
    if ended.isEmpty { return }
    // A write that fails keeps them.
    try await end(ended)
    outgoing.state.withLock { $0.ended.removeFirst(ended.count) }
  }

  /// Notes what has ended before the process does.
  private func settle() async {
    do { try await settleEnded() } catch {
      logger.warning("the outcome of \(Self.subject) could not be written", metadata: ["error": "\(error)"])
    }
  }
}
