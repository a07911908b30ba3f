import HTTPTypes
import Hummingbird
import NIOCore
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(20))) struct CompressedPageTests {
  let asking: OnePageApp
  static let gzip: HTTPFields = [.acceptEncoding: "gzip, deflate, br"]

  init() throws { asking = try OnePageApp() }

  @Test func `a page is compressed for clients that accept gzip, and plain for all others`() async throws {
    let plain = await asking.whole(page())
    let gzip = await asking.whole(page(), Self.gzip)
    #expect(plain.headers[.contentEncoding] == nil && gzip.headers[.contentEncoding] == "gzip")
    let bytes = try await gzip.bytes()
    let inflated = Inflated(bytes)
    #expect(try await inflated.text == plain.html() && inflated.isWhole)
    #expect(gzip.headers[.contentLength] == String(bytes.readableBytes))
    #expect(bytes.readableBytes < inflated.bytes.count / 3)
    for answer in [plain, gzip] { #expect(answer.headers[.vary]?.hasPrefix("Accept-Encoding, ") == true) }

    for wishes in ["", "identity", "br", "gzip;q=0", "nonsense;q=2"] {
      let answer = await asking.whole(page(), [.acceptEncoding: wishes])
      #expect(answer.headers == plain.headers && answer.status == .ok)
    }
  }

  @Test func `each coding has a tag of its own`() async throws {
    let plain = try #require(await asking.whole(page()).headers[.eTag])
    let gzip = try #require(await asking.whole(page(), Self.gzip).headers[.eTag])
    #expect(gzip == plain.dropLast() + "-gzip\"")
    #expect(await asking.whole(small, Self.gzip).headers[.eTag] == asking.whole(small).headers[.eTag])
  }

  @Test func `a matching tag in either coding is answered with 304 and that tag`() async throws {
    let plain = try #require(await asking.whole(page()).headers[.eTag])
    let gzip = try #require(await asking.whole(page(), Self.gzip).headers[.eTag])
    let cases: [(known: String, codings: HTTPFields, told: String)] = [
      (plain, [:], plain), (gzip, Self.gzip, gzip), (gzip, [:], gzip), (plain, Self.gzip, plain),
      ("\(plain), \(gzip)", [:], plain), ("\(plain), \(gzip)", Self.gzip, gzip), ("W/\(gzip)", Self.gzip, gzip),
      ("W/\(plain) , \"other\"", Self.gzip, plain), ("*", [:], plain), ("*", Self.gzip, gzip),
    ]
    for (known, codings, told) in cases {
      for method in [HTTPRequest.Method.get, .head] {
        var headers = codings
        headers[.ifNoneMatch] = known
        let answer = await asking.whole(page(), method: method, headers)
        #expect(answer.status == .notModified && answer.headers[.eTag] == told, "\(known) \(codings)")
        #expect(answer.headers[.vary] == PageRequest.vary)
        #expect(answer.headers[.contentEncoding] == nil && answer.headers[.contentType] == nil)
      }
    }
    let name = plain.dropFirst().dropLast()
    for other in ["\"\(name)-br\"", "\"\(name)-gzip-gzip\"", "\"-gzip\"", String(name), "\"\(name)-gzip"] {
      var headers = Self.gzip
      headers[.ifNoneMatch] = other
      #expect(await asking.whole(page(), headers).status == .ok, "\(other)")
    }
  }

  @Test func `HEAD has the headers of GET in either coding`() async throws {
    for headers in [[:], Self.gzip] {
      let get = await asking.whole(page(), headers)
      let head = await asking.whole(page(), method: .head, headers)
      #expect(head.headers == get.headers && head.status == get.status)
      #expect(try await head.bytes().readableBytes == 0)
    }
  }

  @Test func `a failed page is compressed like any other, and a small one is not`() async throws {
    let failed = await asking.whole(
      .notes {
        Region.notes("notes", failing(Failure(.notFound)))
        Region.notes("others", Loader { _ in .content((0..<100).map { Note("Milk \($0)") }) }, weight: .secondary)
      }, Self.gzip)
    #expect(failed.status == .notFound && failed.headers[.contentEncoding] == "gzip")
    #expect(Inflated(try await failed.bytes()).isWhole)

    let answer = await asking.whole(small, Self.gzip)
    #expect(answer.headers[.contentEncoding] == nil && answer.headers[.vary] == PageRequest.vary)
    #expect(try await answer.html().hasSuffix("</html>\n"))
  }

  @Test func `a streamed page is compressed write by write, and each write can be decoded at once`() async throws {
    let (plain, gzip) = (RecordedBody(), RecordedBody())
    var bare: [String] = []
    for (recording, codings) in [(plain, nil), (gzip, "gzip")] {
      let asking = try OnePageApp()
      let slow = HeldContent<[Note]>()
      let answer = asking.navigation(to: .notes { Region.notes("slow", slow) }, accepting: codings, into: recording)
      await asking.passGrace(slow)
      await recording.written.reaches(1)
      slow.end(.success(.content([Note("Bread")])))
      let response = try await answer.value
      #expect(response.headers[.contentEncoding] == codings)
      #expect(response.headers[.contentLength] == nil && response.headers[.eTag] == nil)
      #expect(response.headers[.vary] == PageRequest.vary)
      #expect(recording.finished.count == 1)
      if codings == nil { bare = recording.writes }
    }
    #expect(bare.count == 3 && gzip.buffers.count == 4)
    var reader = Inflated()
    for (index, buffer) in gzip.buffers.enumerated() {
      #expect(!reader.isWhole)
      reader.take(buffer)
      #expect(reader.text == bare.prefix(index + 1).joined())
    }
    #expect(reader.isWhole)
  }

  @Test func `a streamed page that is abandoned has no gzip trailer`() async throws {
    let recording = RecordedBody(failsAt: 1)
    let slow = HeldContent<[Note]>()
    let answer = asking.navigation(to: .notes { Region.notes("slow", slow) }, accepting: "gzip", into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    slow.end(.success(.content([Note("Bread")])))
    await #expect(throws: ChannelError.self) { try await answer.value }
    let reader = Inflated(recording.buffers.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) })
    #expect(!reader.isWhole && reader.text.contains("data-placeholder-for") && recording.finished.count == 0)
  }

  private func page() -> Page {
    .notes {
      Region.notes("notes", Loader { _ in .content((0..<100).map { Note("Milk \($0)") }) })
    }
  }

  private var small: Page {
    .notes { Region.notes("notes", there("Milk")) }
  }
}
