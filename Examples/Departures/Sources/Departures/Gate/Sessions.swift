import Hummingbird
import StatePages
import StateViews
import Synchronization

/// Who is signed in, in memory: after a restart everybody signs in again. A reader is known by the card's number.
final class Sessions: Sendable {
  private let cards = Mutex<[PageSession: String]>([:])

  func access(of request: Request) -> Access<String, CardGate.Reason> {
    guard let session = PageSession(request) else { return .signedOut(.newcomer) }
    return cards.withLock { $0[session] }.map { .granted($0) } ?? .signedOut(.expired)
  }

  /// Begins a session, if the number has eight digits.
  func start(_ number: String) -> PageSession? {
    guard number.count == 8, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let session = PageSession()
    cards.withLock { $0[session] = number }
    return session
  }

  func end(of request: Request) {
    if let session = PageSession(request) { cards.withLock { $0[session] = nil } }
  }
}
