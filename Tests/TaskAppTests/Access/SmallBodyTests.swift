import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePagesTesting
import Synchronization
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// The limit on how much of a body is read before the account is known.
struct SmallBodyTests {
  private static let large = "notes=" + String(repeating: "x", count: 200_000)
  private static let small = "notes=" + String(repeating: "x", count: 10_000)

  /// Sends a body in pieces without a length, and counts how much of it was read.
  private func send(_ world: World, _ address: String, _ body: String) async throws -> (answer: Answer, read: Int) {
    let pieces = Pieces(Array(body.utf8))
    let answer = try await world.send(.post, address, .form, body: RequestBody(asyncSequence: pieces))
    return (answer, pieces.count.value)
  }

  @Test(arguments: SignedOutCaller.allCases)
  func `more than 80 KiB of a form are read only for a session that has expired`(caller: SignedOutCaller) async throws {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add("paint", to: list)[0]
    let outside = world.showing(try await caller.cookie(in: world))
    let (answer, read) = try await send(outside, "/tasks/\(task)", "title=typed&version=1&" + Self.large)
    #expect(answer.status == .unauthorized)
    let isKnown = caller == .idle || caller == .old
    #expect((try answer.page.value(of: "kept") != nil) == isKnown)
    #expect((read > 200_000) == isKnown && (answer.headers[.connection] == "close") != isKnown)
    #expect(isKnown || read < 100_000, "\(read)")
    let short = try await send(outside, "/tasks/\(task)", "title=typed&version=1&" + Self.small).answer
    #expect(short.headers[.connection] == nil)
    #expect(try isKnown || short.page.first { $0["class"] == "sheet unsent" } != nil)
  }

  @Test(arguments: ["/sign-in", "/sign-up", "/set-up"])
  func `signing in and up reads at most 80 KiB`(address: String) async throws {
    var settings = TaskApp.Settings.test
    settings.signUp = .open
    let world = try World.unregistered(settings)
    let (answer, read) = try await send(world, address, Self.large)
    #expect(answer.status == .contentTooLarge && answer.headers[.connection] == "close")
    #expect(read < 100_000)
    #expect(try await send(world, address, Self.small).answer.status != .contentTooLarge)
  }

  @Test func `a truncated body is not logged as an error`() async throws {
    struct CutOff: Error {}
    var world = try await World()
    world.logLevel = .warning
    for (world, address) in [(world, "/lists"), (world.showing(nil), "/lists"), (world.showing(nil), "/sign-in")] {
      let body = AsyncThrowingStream<ByteBuffer, any Error> { continuation in
        continuation.yield(ByteBuffer(string: "name=Ho"))
        continuation.finish(throwing: CutOff())
      }
      let answer = try await world.send(.post, address, .form, body: RequestBody(asyncSequence: body))
      #expect([.badRequest, .unauthorized].contains(answer.status), "\(address): \(answer.status)")
    }
    #expect(world.log.texts.isEmpty)
    #expect(try await world.mine.lists().allSatisfy(\.isInbox))
  }
}

/// Bytes in pieces of 8 KiB, counted as they are read.
private struct Pieces: AsyncSequence, Sendable {
  let bytes: [UInt8]
  let count = Counter()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes, count: count) }

  struct Iterator: AsyncIteratorProtocol {
    let bytes: [UInt8]
    let count: Counter
    var start = 0

    mutating func next() async -> ByteBuffer? {
      guard start < bytes.count else { return nil }
      let piece = bytes.dropFirst(start).prefix(8_192)
      start += piece.count
      count.add(piece.count)
      return ByteBuffer(bytes: piece)
    }
  }
}

private final class Counter: Sendable {
  private let model = Mutex(0)
  var value: Int { model.withLock { $0 } }
  func add(_ count: Int) { model.withLock { $0 += count } }
}
