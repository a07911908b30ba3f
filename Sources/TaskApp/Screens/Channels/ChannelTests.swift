import Foundation
import Hummingbird
import Logging
import Notifications
import StatePages
import Synchronization
import TaskStore
import Tasks

/// Messages that a reader asked for, on their way to channels. A form starts one and returns; the page after it waits for the result.
final class ChannelTests: Sendable {
  /// What one may take. The result of a slower one is that it timed out.
  static let deadline: Duration = .seconds(10)

  private struct State {
    var running: [ReminderChannelID: Task<Void, Never>] = [:]
    /// The channels whose message is being written.
    var reserved: Set<ReminderChannelID> = []
  }

  private let state = Mutex(State())

  /// The messages that are on their way to channels, to be waited for.
  func running(to channels: [ReminderChannelID]) -> [Task<Void, Never>] {
    state.withLock { state in channels.compactMap { state.running[$0] } }
  }

  /// Sends a message, and notes its result with the channel. While one is under way to that channel, nothing is written and nothing is
  /// sent.
  func send(
    to channel: ReminderChannel, for request: SignedInRequest, _ write: () async throws -> Notifications.Notice
  ) async throws {
    let isFree = state.withLock { state in
      state.running[channel.id] == nil && state.reserved.insert(channel.id).inserted
    }
    guard isFree else { return }
    defer { state.withLock { state in _ = state.reserved.remove(channel.id) } }
    let notice = try await write()
    let (app, logger, store) = (request.app, request.context.logger, request.store.withStoreErrors)
    state.withLock { state in
      // Unstructured: the response does not wait for it.
      state.running[channel.id] = Task {
        let outcome = await app.settings.sender.outcome(of: notice, to: channel.address, on: app.clock)
        do { try await store.note(outcome, of: channel.id) } catch {
          logger.warning(
            "the result of a message is lost", metadata: ["channel": "\(channel.id)", "error": "\(error)"])
        }
        self.state.withLock { $0.running[channel.id] = nil }
      }
    }
  }
}

extension ReminderSender? {
  /// Sends a notice within ``ChannelTests/deadline``.
  fileprivate func outcome(
    of notice: Notifications.Notice, to address: ChannelAddress, on clock: any Clock<Duration>
  ) async -> ReminderChannel.Outcome {
    guard let sender = self, let destination = Destination(address) else {
      return .failed(code: FailedAttempt.other, reply: nil)
    }
    return await withTaskGroup(of: ReminderChannel.Outcome.self) { group in
      group.addTask {
        do throws(SendingFailure) {
          try await sender.send(notice, destination)
          return .sent
        } catch {
          return ReminderChannel.Outcome(error)
        }
      }
      group.addTask {
        // Cancelled when the notice is sent.
        do { try await clock.sleep(for: ChannelTests.deadline) } catch {}
        return ReminderChannel.Outcome(.timedOut(isSent: true))
      }
      let first = await group.next() ?? ReminderChannel.Outcome(.cancelled)
      group.cancelAll()
      return first
    }
  }
}

extension ReminderChannel.Outcome {
  fileprivate init(_ failure: SendingFailure) {
    let reply = failure.reply?.text ?? ""
    self = .failed(code: failure.code, reply: reply.isEmpty ? nil : reply)
  }
}
