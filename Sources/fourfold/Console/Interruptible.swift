import ArgumentParser
import TaskStore
import UnixSignals

/// Work of a command that signals interrupt.
enum Interruptible {
  /// Runs `work`, and cancels it on a signal.
  /// - Throws: ``CommandProblem``, or after a signal `ExitCode` with 128 and the number of the signal, as shells report it.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(BackupProblem) -> Value, finally: () -> Void
  ) async throws -> Value {
    let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm, .sighup])
    let running = Task { () async -> Result<Value, BackupProblem> in
      do throws(BackupProblem) { return .success(try await work()) } catch { return .failure(error) }
    }
    let watching = Task { () async -> UnixSignal? in
      for await signal in signals {
        running.cancel()
        return signal
      }
      return nil
    }
    let result = await running.value
    watching.cancel()
    finally()
    switch result {
    case .success(let value): return value
    case .failure(.cancelled):
      Console().note(BackupProblem.cancelled.description)
      throw ExitCode(128 + (await watching.value?.rawValue ?? 2))
    case .failure(let problem): throw CommandProblem(problem.description)
    }
  }
}
