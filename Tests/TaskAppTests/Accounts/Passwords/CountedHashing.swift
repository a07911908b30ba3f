import Dispatch
import StatePagesTesting
import Synchronization

@testable import TaskApp

/// A cheap hash function that counts its calls, and can block until a test releases it.
final class CountedHashing: Sendable {
  /// The parameters of every call so far, in order.
  var asked: [PasswordHasher.Parameters] { model.withLock { $0.asked } }
  /// The calls so far.
  let begun = Tally()
  /// The maximum number of concurrent calls.
  var most: Int { model.withLock { $0.most } }

  private let model = Mutex(Model())
  private let gate: DispatchSemaphore?

  init(held: Bool = false) {
    gate = held ? DispatchSemaphore(value: 0) : nil
  }

  /// Lets `count` calls return.
  func release(_ count: Int = 1) {
    for _ in 0..<count { gate?.signal() }
  }

  func hasher(
    _ parameters: PasswordHasher.Parameters = .tiny, slots: Int = 2, queue: Int = 6
  ) -> PasswordHasher {
    PasswordHasher(parameters: parameters, slots: slots, queue: queue) { password, salt, parameters in
      self.model.withLock { $0.begin(parameters) }
      self.begun.increment()
      self.gate?.wait()
      self.model.withLock { $0.running -= 1 }
      return Self.mixed(password, salt)
    }
  }

  /// Not secure, but deterministic and different for different input.
  private static func mixed(_ password: [UInt8], _ salt: [UInt8]) -> [UInt8] {
    var mixed = [UInt8](repeating: UInt8(password.count & 0xFF), count: PasswordRecord.hashBytes)
    for (index, byte) in (password + salt).enumerated() {
      mixed[index % mixed.count] &+= byte &* UInt8(index % 251 + 1)
    }
    return mixed
  }

  private struct Model: Sendable {
    var asked: [PasswordHasher.Parameters] = []
    var running = 0
    var most = 0

    mutating func begin(_ parameters: PasswordHasher.Parameters) {
      asked.append(parameters)
      running += 1
      most = max(most, running)
    }
  }
}

extension PasswordHasher.Parameters {
  /// Parameters that are cheap enough for tests in a debug build.
  static let tiny = PasswordHasher.Parameters(log2Cost: 1, blockSize: 1)
}
