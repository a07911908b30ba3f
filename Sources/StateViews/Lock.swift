#if canImport(Darwin)
  import os
#else
  import Synchronization
#endif

/// A value that one thread at a time uses. `Mutex` needs macOS 15 and iOS 18.
struct Lock<Value: Sendable>: ~Copyable, Sendable {
  #if canImport(Darwin)
    private let lock: OSAllocatedUnfairLock<Value>

    init(_ value: Value) { lock = OSAllocatedUnfairLock(uncheckedState: value) }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLockUnchecked(body) }
  #else
    private let lock: Mutex<Value>

    init(_ value: Value) { lock = Mutex(value) }

    func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result { lock.withLock { body(&$0) } }
  #endif
}
