import ArgumentParser
import TaskStore
import UnixSignals

/// Work of a command that signals interrupt.
enum Interruptible {
  private enum Event<Value: Sendable> {
    case finished(Result<Value, BackupProblem>)
    case interrupted(UnixSignal)
  }

  /// Runs `work`, and cancels it on a signal.
  /// - Throws: ``CommandProblem``, or after a signal `ExitCode` with 128 and the number of the signal, as shells report it.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(BackupProblem) -> Value, finally: () -> Void
  ) async throws -> Value {
    let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm, .sighup])
    let (result, signal) = await withTaskGroup(of: Event<Value>?.self) { group in
      group.addTask {
        do throws(BackupProblem) { return .finished(.success(try await work())) } catch {
          return .finished(.failure(error))
        }
      }
      group.addTask {
        for await signal in signals { return .interrupted(signal) }
        return nil
      }
      var signal: UnixSignal?
      var result: Result<Value, BackupProblem>?
      for await event in group {
        switch event {
        case .finished(let ended): result = ended
        case .interrupted(let sent): signal = sent
        case nil: break
        }
        group.cancelAll()
      }
      return (result, signal)
    }
    finally()
    switch result {
    case .success(let value): return value
    case .failure(.cancelled):
      Console().note(BackupProblem.cancelled.description)
      throw ExitCode(128 + (signal?.rawValue ?? 2))
    case .failure(let problem): throw CommandProblem(problem.description)
    case nil: throw CommandProblem(BackupProblem.cancelled.description)
    }
  }
}
