import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import StatePages
@testable import TaskApp
@testable import Tasks

/// The work on an address, a form or a header is linear in its size, and no parser recurses by its input.
@Suite(.serialized) struct LinearAddressTests {
  struct Parser: CustomTestStringConvertible {
    let testDescription: String
    let begin: String
    let piece: String
    let parse: @Sendable (String) -> Void

    init(_ name: String, _ begin: String, _ piece: String, _ parse: @escaping @Sendable (String) -> Void) {
      (testDescription, self.begin, self.piece, self.parse) = (name, begin, piece, parse)
    }

    func input(_ size: Int) -> String { begin + String(repeating: piece, count: size / piece.utf8.count) }
  }

  private static let origins: [Parser] = [
    "/lists/1?at=1-1&", "/search?q=%23a+&", "/remote/1/address/", "/import/1?a=b&", "/%25", "//", "/today?did=1#",
  ].map { piece in Parser("an origin of \(piece)", "/tasks/1", piece) { _ = TaskStep.origin(at: $0) } }

  private static let parsers: [Parser] = [
    Parser("segments", "/", "a/") { _ = PageAddress($0) },
    Parser("query items", "/search?", "q=%25%C3%A4+&") { _ = PageAddress($0)?.text },
    Parser("a search for tags", "/search?q=", "%23a+") { input in
      _ = PageAddress(input).flatMap { TaskFlow.addresses.step(at: $0.text) }
      _ = SearchText(input)
    },
    Parser("a saved query", "", "q=%23a+b&") { _ = SearchParameters(filterQuery: $0) },
    Parser("the anchor of a row", "", "1-") { _ = RowAnchor($0) },
    Parser("form fields", "a=b", "&title=%41+") { input in
      do { _ = try FormBody(Array(input.utf8)) { $0 == "a" } } catch {}
    },
    Parser("ignored fields", "a=b", "&c%20=+") { input in
      do { _ = try FormBody(Array(input.utf8)) { _ in false } } catch {}
    },
    Parser("typed lines", "", "+a #b tomorrow at 9 every 2 weeks !! p1 ") {
      _ = QuickAddLine(parsing: $0, QuickAddContext(today: Day(daysSince1970: 20_000)))
    },
    Parser("source addresses", "https://", "a@b:1/%41?") { input in
      do { _ = try SourceAddress(validating: input) } catch {}
    },
    Parser("cookies", "", "fourfold=a; ") { input in _ = CookieField.values(of: "fourfold", in: [.cookie: input]) },
    Parser("accepted codings", "", "gzip;q=0.5, ") { _ = ContentCoding(acceptedIn: [.acceptEncoding: $0]) },
    Parser("known tags", "", "W/\"a\" , ") { input in
      let headers: HTTPFields = [.ifNoneMatch: input]
      _ = headers.knownTags
    },
    Parser("header parameters", "form-data", "; \\\" \\\"\"") { _ = HeaderParameters($0) },
    Parser("host names", "", "a.[:1") { _ = HostNames.accepts($0, []) },
    Parser("multipart content", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n", "\r\n--\r\r\n--c") {
      input in
      guard let boundary = MultipartBoundary("b") else { return }
      var parser = MultipartParser(boundary, limits: MultipartLimits(file: 1 << 30))
      do {
        // As a client might send it, in small pieces.
        for start in stride(from: 0, to: input.utf8.count, by: 97) {
          _ = try parser.parse(ByteBuffer(bytes: input.utf8.dropFirst(start).prefix(97)))
        }
      } catch {}
    },
  ]

  @Test(arguments: origins + parsers)
  func `twice the size takes at most two and a half times as long`(parser: Parser) async {
    var ratio = Double.infinity
    for attempt in 0..<4 where ratio > 2.5 {
      var size = 16_384
      var first = await Self.time(parser, size)
      while first < .milliseconds(5 << attempt), size < 1 << 19 {
        size *= 2
        first = await Self.time(parser, size)
      }
      ratio = min(ratio, await Self.time(parser, 2 * size) / max(first, .milliseconds(1)))
    }
    #expect(ratio <= 2.5)
  }

  private static let words = [
    "%", "%25", "%00", "%FF", "+", "&", "=", "?", "#", "/", "//", "..", ";", ":", ",", "\"", "\\", "@", "[", "]", "-",
    "0",
    "99999999999999999999", "from=", "next=", "at=17-407", "did=41-47", "page=2", "only=tasks", "\r\n", "\r\n--b\r\n",
    "--b--", "filename*=UTF-8''a", "name=\"a\"", "W/", "*", "q=0.", "https://", "xn--", "127.1", "%2F", "e\u{301}", "👩‍🌾",
    "\0", "!!", "tomorrow ", "every ", " at 9", "2026-02-30",
  ]

  @Test(arguments: origins + parsers)
  func `any input is parsed or refused, in little time`(parser: Parser) async {
    let others = (Self.origins + Self.parsers).map { Array($0.input(60).utf8) }
    var mutations = Mutations(
      of: others + [Array(parser.input(300).utf8)], words: Self.words, seed: UInt64(parser.piece.utf8.count))
    for run in 0..<Mutations.count(300) {
      // Every second is one of its own kind.
      let bytes = mutations.next(run % 2 == 0 ? others.count : nil)
      let input = String(decoding: bytes, as: UTF8.self)
      let time = threadTime { parser.parse(input) }
      if time > .seconds(2) { Issue.record("\(time) in run \(run): \(Data(bytes).base64EncodedString())") }
      await Task.yield()
    }
  }

  @Test func `any address that is a step's is the address of that step`() async {
    let addresses = [
      "/lists/5?page=2&did=41-47&at=17-407", "/today?late=2&soon=3", "/upcoming?view=month&from=2026-12-01&picked=3",
      "/search?q=due%3Atoday+%23a&list=5&page=2", "/lists/5/history?page=3", "/tasks/17?did=3", "/remote/new",
      "/import/7/result", "/trash?page=2", "/settings/display?did=settings-saved", "/tags?page=2",
      "/drafts/3", "/review",
    ]
    var mutations = Mutations(of: addresses.map { Array($0.utf8) }, words: Self.words, seed: 35)
    for run in 0..<Mutations.count(1_000) {
      let input = String(decoding: mutations.next(run, at: 4), as: UTF8.self)
      if let step = TaskFlow.addresses.step(at: input) {
        let address = TaskFlow.addresses.address(of: step).text
        #expect(TaskFlow.addresses.step(at: address) == step, "\(input) is \(address)")
      }
      if run % 16 == 0 { await Task.yield() }
    }
  }

  /// The least processor time for some size.
  private static func time(_ parser: Parser, _ size: Int) async -> Duration {
    let input = parser.input(size)
    var times: [Duration] = []
    for _ in 0..<3 {
      await Task.yield()
      times.append(threadTime { parser.parse(input) })
    }
    return times.min() ?? .zero
  }

  @Test func `an address is at most so long`() {
    #expect(TaskFlow.addresses.step(at: "/lists/2?" + String(repeating: "a&", count: 12_000)) == .list(ListID(2)))
    #expect(TaskFlow.addresses.step(at: "/lists/2?" + String(repeating: "a&", count: 12_288)) == nil)
    #expect(RowAnchor("17-407")?.top == 407)
    #expect(RowAnchor(String(repeating: "0", count: 60) + "17-407") == nil)
  }

  @Test func `the form that ended the server is answered`() async throws {
    let world = try await World()
    let from = String(repeating: "/tasks/1?from=", count: 4_700)
    #expect(try await world.post("/changes/1/undo", ["from": from]).status.code < 500)
  }
}
