import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StateViews

/// The fields of a submitted form: `application/x-www-form-urlencoded`, UTF-8 (WHATWG URL Standard, section 5).
struct FormBody: Sendable {
  /// The default size limit in bytes.
  static let limit = 128 * 1024
  /// The size limit in bytes for a request without a known session.
  static let signedOutLimit = 16 * 1024
  /// The size limit in bytes for a form with notes or many titles: percent-encoding can triple 64 KiB of notes.
  static let textLimit = 256 * 1024

  private let values: [String: String]
  /// All known fields, in the order in which they were sent.
  let fields: [(name: String, value: String)]

  /// Reads the form of a request.
  /// - Throws: ``RequestProblem`` with status 415 for another content type, 413 for more than `limit` bytes, 400 for bytes that
  ///   are no form, or for a repeated field.
  init(_ request: Request, limit: Int = limit) async throws {
    let type = request.headers[.contentType].map { $0.prefix { $0 != ";" }.lowercased().filter { $0 != " " } }
    guard type == nil || type == "application/x-www-form-urlencoded" else { throw RequestProblem.wrongType }
    // Rejects by the declared length, before the body is read.
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw RequestProblem.tooLarge
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: limit)
    } catch is NIOTooManyBytesError {
      throw RequestProblem.tooLarge
    } catch {
      // The client disconnected, so the response has no reader.
      throw RequestProblem.cutOff
    }
    // A form without fields may have no body, and then no content type.
    guard type != nil || body.readableBytes == 0 else { throw RequestProblem.wrongType }
    try self.init(body.readableBytesView)
  }

  init(_ bytes: some Collection<UInt8>) throws(RequestProblem) {
    var fields: [(name: String, value: String)] = []
    var values: [String: String] = [:]
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let key = pair.prefix { $0 != UInt8(ascii: "=") }
      guard let name = Self.decoded(key), let value = Self.decoded(pair.dropFirst(key.count + 1)) else {
        throw .malformed
      }
      guard FormField.isKnown(name) else { continue }
      guard values.updateValue(value, forKey: name) == nil else { throw .malformed }
      fields.append((name, value))
    }
    self.fields = fields
    self.values = values
  }

  /// The value of a field; nil if it was not sent.
  subscript(name: String) -> String? { values[name] }

  /// Decodes percent-encoded UTF-8; nil if a percent sign is not followed by two hexadecimal digits, or if the result is no valid
  /// UTF-8.
  static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else { return nil }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension RequestProblem {
  /// The content type is not that of a form.
  static let wrongType = RequestProblem(Failure(.invalid, "wrong-type"), status: .unsupportedMediaType)
  /// The body exceeds the size limit; the rest of it is not read.
  static let tooLarge = RequestProblem(
    Failure(.invalid, "form-too-large"), status: .contentTooLarge, headers: [.connection: "close"])
  /// The body ended prematurely.
  static let cutOff = RequestProblem(
    Failure(.invalid, "request-unreadable"), status: .badRequest, headers: [.connection: "close"])
  /// The body is no form, or a field is missing, repeated or invalid.
  static let malformed = RequestProblem(Failure(.invalid, "form-unreadable"), status: .badRequest)
}
