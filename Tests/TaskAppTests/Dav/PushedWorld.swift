import Crypto
import Foundation
import HTTPTypes
import Logging
import Notifications
import RemoteLists
import Synchronization
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// A push service in place of the network, with what it got, in order.
final class PushService: Sendable {
  typealias Sent = (text: XMLElement, topic: String, to: String, contact: String)

  private let state = Mutex<(sent: [Sent], failures: [String: SendingFailure])>(([], [:]))

  /// The messages since the last time.
  func take() -> [Sent] {
    state.withLock { state in
      defer { state.sent = [] }
      return state.sent
    }
  }

  /// - Parameter failure: what a message to an address ends with; nil for none.
  func fail(_ resource: String, with failure: SendingFailure?) { state.withLock { $0.failures[resource] = failure } }

  var sender: PushSender {
    let checks = NotificationSender(mail: nil)
    return PushSender(check: checks.check) { [self] message, destination, _, contact throws(SendingFailure) in
      let text: XMLElement
      do { text = try XMLReader.read(Array(message.text.utf8)) } catch { throw .malformed }
      let failure = state.withLock { state in
        state.sent.append((text, message.topic, destination.url.url, contact))
        return state.failures[destination.url.url]
      }
      if let failure { throw failure }
    }
  }
}

/// A world whose programs are told of changes.
struct PushedWorld: Sendable {
  let world: World
  let service = PushService()
  let loop: PushLoop

  init() async throws {
    var settings = TaskApp.Settings.test
    let sender = service.sender
    settings.pushSender = sender
    world = try await World(settings)
    loop = PushLoop(world.app, sender, Logger(label: "test"))
  }

  /// Looks for what is due after some seconds, one by one, and sends it.
  func wait(_ seconds: Int) async throws -> [PushService.Sent] {
    for _ in 0..<seconds {
      world.time.advance(by: .seconds(1))
      let begun = try await loop.begin(besides: [])
      var ended: [(message: PushLoop.Attempt, outcome: SendingFailure?)] = []
      for attempt in begun { ended.append((attempt, await loop.send(attempt))) }
      try await loop.end(ended)
    }
    return service.take()
  }

  func addTask(_ title: String = "Milk", to list: ListID) async throws {
    _ = try await world.mine.addTasks(
      [TaskDraft(validating: TaskInput(title: title))], to: list, submission: .fresh())
  }
}

/// The body of a registration.
struct PushRegister {
  var resource = "https://push.example/one"
  var encoding = "aes128gcm"
  var key = Base64.urlText(of: P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
  var keyType = "p256dh"
  var secret = "BTBZMqHH6r4Tts7J_aSIgg"
  var trigger =
    "<content-update><D:depth>1</D:depth></content-update><property-update><D:depth>0</D:depth></property-update>"
  var more = ""

  var subscription: String {
    """
    <subscription><web-push-subscription><push-resource>\(resource)</push-resource>
    <content-encoding>\(encoding)</content-encoding>
    <subscription-public-key type="\(keyType)">\(key)</subscription-public-key>
    <auth-secret>\(secret)</auth-secret></web-push-subscription></subscription>
    """
  }

  var xml: String {
    """
    <?xml version="1.0" encoding="utf-8" ?>
    <push-register xmlns="https://bitfire.at/webdav-push" xmlns:D="DAV:">\(subscription)
    <trigger>\(trigger)</trigger>\(more)</push-register>
    """
  }
}

extension DavClient {
  func register(_ register: PushRegister = PushRegister(), at address: String) async throws -> Answer {
    try await send("POST", address, ["Content-Type": "application/xml; charset=\"utf-8\""], register.xml)
  }

  /// Registers, and returns the address of the registration.
  func subscribe(_ resource: String = "https://push.example/one", to address: String) async throws -> String {
    let answer = try await register(PushRegister(resource: resource), at: address)
    try #require(answer.status == .noContent, "\(answer.body)")
    return try #require(answer.location)
  }
}

/// The path of an absolute address.
func path(of address: String) -> String {
  let host = "http://localhost"
  return address.hasPrefix(host) ? String(address.dropFirst(host.count)) : address
}
