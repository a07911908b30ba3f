import Hummingbird
import StateViews
import Synchronization

/// Who is signed in, in memory: after a restart everybody signs in again. A reader is known by the card's number.
final class Sessions: Sendable {
  private let cards = Mutex<[String: String]>([:])

  func access(of request: Request) -> Access<String, CardGate.Reason> {
    guard let token = request.cookies["session"]?.value else { return .signedOut(.newcomer) }
    return cards.withLock { $0[token] }.map { .granted($0) } ?? .signedOut(.expired)
  }

  /// Begins a session, if the number has eight digits. Nobody can guess its token, which is random.
  func start(_ number: String, isSecure: Bool) -> Cookie? {
    guard number.count == 8, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let token = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined(separator: "-")
    cards.withLock { $0[token] = number }
    return Cookie(name: "session", value: token, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
  }

  func end(of request: Request) {
    if let token = request.cookies["session"]?.value { cards.withLock { $0[token] = nil } }
  }
}
