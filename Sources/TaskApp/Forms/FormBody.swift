import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StateViews

/// The fields of a form as browsers send it: `application/x-www-form-urlencoded`, UTF-8 (WHATWG URL Standard, section 5).
struct FormBody: Sendable {
  /// The most bytes that a form may have.
  static let limit = 128 * 1024
  /// The most bytes of a form of somebody who is not signed in, and whose session is not known either.
  static let signedOutLimit = 16 * 1024
  /// The most bytes of a form with notes or with many titles: 64 KiB of notes in any script take three times that when they
  /// are escaped.
  static let textLimit = 256 * 1024

  private let values: [String: String]
  /// All fields that the app knows, in the order in which they came.
  let fields: [(name: String, value: String)]

  /// Reads the form of a request.
  /// - Throws: ``RequestProblem`` with status 415 for another content type, 413 for more than `limit` bytes, 400 for bytes that
  ///   are no form, or for a known field that comes twice.
  init(_ request: Request, limit: Int = limit) async throws {
    let type = request.headers[.contentType].map { $0.prefix { $0 != ";" }.lowercased().filter { $0 != " " } }
    guard type == nil || type == "application/x-www-form-urlencoded" else { throw RequestProblem.wrongType }
    // Who says beforehand that it is too much need not send it.
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw RequestProblem.tooLarge
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: limit)
    } catch is NIOTooManyBytesError {
      throw RequestProblem.tooLarge
    } catch {
      // The client broke off; nobody reads the answer.
      throw RequestProblem.cutOff
    }
    // A button without fields may come without a body, and then it has no type.
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

  /// The text of percent-encoded bytes; nil if a percent sign stands before anything but two hexadecimal digits, or if the
  /// bytes are no UTF-8.
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
  /// The body is of another type than a form's.
  static let wrongType = RequestProblem(Failure(.invalid, "wrong-type"), status: .unsupportedMediaType)
  /// The body is larger than a form may be; the rest of it is not read.
  static let tooLarge = RequestProblem(
    Failure(.invalid, "form-too-large"), status: .contentTooLarge, headers: [.connection: "close"])
  /// The body ended before its end.
  static let cutOff = RequestProblem(
    Failure(.invalid, "request-unreadable"), status: .badRequest, headers: [.connection: "close"])
  /// The body is no form, a field is missing, or one came twice.
  static let malformed = RequestProblem(Failure(.invalid, "form-unreadable"), status: .badRequest)
}
