import NIOCore
import Testing

@testable import StatePages

struct GzipPiecesTests {
  static let words = [
    "<main>", "loading", "x", "<li>Brötchen</li>", String(repeating: "again ", count: 50_000), "</main>",
  ]

  @Test func `every piece can be decoded as soon as it is received, and the last one ends the body`() throws {
    var pieces = GzipPieces()
    var reader = Inflated()
    var sent = ""
    for word in Self.words {
      sent += word
      reader.take(try pieces.piece(ByteBuffer(string: word)))
      #expect(reader.text == sent)
      #expect(!reader.isWhole && reader.problem == nil)
    }
    reader.take(pieces.end())
    #expect(reader.isWhole && reader.text == sent)
  }

  @Test func `an empty piece adds nothing, wherever it is`() throws {
    var pieces = GzipPieces()
    var reader = Inflated()
    #expect(try pieces.piece(ByteBuffer()).readableBytes == 0)
    reader.take(try pieces.piece(ByteBuffer(string: "Milk")))
    #expect(try pieces.piece(ByteBuffer()).readableBytes == 0)
    reader.take(try pieces.piece(ByteBuffer(string: ", bread")))
    reader.take(pieces.end())
    #expect(reader.isWhole && reader.text == "Milk, bread")
  }

  @Test func `a body of no pieces is complete`() {
    var pieces = GzipPieces()
    let reader = Inflated(pieces.end())
    #expect(reader.isWhole && reader.bytes.isEmpty)
  }

  @Test(arguments: [65_535, 65_536, 3_000_000]) func `pieces may be huge and incompressible`(size: Int) throws {
    var pieces = GzipPieces()
    var reader = Inflated()
    let noise = GzipTests.noise(size)
    reader.take(try pieces.piece(noise))
    #expect(reader.bytes == Array(noise.readableBytesView))
    reader.take(try pieces.piece(noise))
    reader.take(pieces.end())
    #expect(reader.isWhole && reader.bytes.count == 2 * size)
  }

  @Test func `a truncated body is recognized, wherever it was cut`() throws {
    var pieces = GzipPieces()
    var all = ByteBuffer()
    for word in ["<main>", "Milk", "</main>"] { all.writeImmutableBuffer(try pieces.piece(ByteBuffer(string: word))) }
    all.writeImmutableBuffer(pieces.end())
    for length in 0..<all.readableBytes {
      let reader = Inflated(all.getSlice(at: 0, length: length) ?? ByteBuffer())
      #expect(!reader.isWhole && reader.problem == nil, "\(length)")
    }
    #expect(Inflated(all).isWhole)
  }

  @Test func `a body with a missing or swapped piece is recognized, too`() throws {
    var pieces = GzipPieces()
    let words = try ["one", "two", "three"].map { try pieces.piece(ByteBuffer(string: $0)) }
    for order in [[0, 2], [0, 2, 1], [0, 1, 1, 2]] {
      var reader = Inflated()
      for index in order { reader.take(words[index]) }
      var end = pieces
      reader.take(end.end())
      #expect(!reader.isWhole, "\(order)")
    }
  }

  @Test func `a compressor between two pieces uses little memory`() { #expect(MemoryLayout<GzipPieces>.size <= 16) }
}
