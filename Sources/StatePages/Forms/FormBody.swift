import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore
import StateViews

/// The fields of a submitted form: `application/x-www-form-urlencoded`, UTF-8 (WHATWG URL Standard, section 5).
///
/// ```swift
/// let form = try await FormBody(request, fields: ["name", "seats"])
/// let name = form["name"] ?? ""
/// ```
///
/// A form has each field at most once. Fields that the app does not read are ignored, repeated or not: a browser extension or a
/// later version of a page may send them.
public struct FormBody: Sendable {
  /// The default size limit in bytes.
  public static let limit = 128 * 1024

  private let values: [String: String]
  /// Whether the app reads a field of a name.
  private let reads: @Sendable (String) -> Bool
  /// The fields that the app reads, in the order in which they were sent.
  public let fields: [(name: String, value: String)]

  /// Reads the form of a request.
  /// - Parameters:
  ///   - request: the request.
  ///   - limit: the size limit in bytes.
  ///   - names: the names of the fields that the app reads.
  /// - Throws: see ``init(_:limit:reads:)``.
  public init(_ request: Request, limit: Int = limit, fields names: Set<String>) async throws {
    try await self.init(request, limit: limit) { names.contains($0) }
  }

  /// Reads the form of a request.
  /// - Parameters:
  ///   - request: the request.
  ///   - limit: the size limit in bytes.
  ///   - names: the names of the fields that the app reads: those of its ``FormState``.
  /// - Throws: see ``init(_:limit:reads:)``.
  public init<Name: RawRepresentable<String> & CaseIterable>(
    _ request: Request, limit: Int = limit, fields names: Name.Type
  ) async throws {
    try await self.init(request, limit: limit, fields: Set(Name.allCases.map(\.rawValue)))
  }

  /// Reads the form of a request.
  /// - Parameters:
  ///   - request: the request.
  ///   - limit: the size limit in bytes.
  ///   - reads: whether the app reads a field of this name.
  /// - Throws: ``RequestProblem`` with status 415 for another content type or an encoding, 413 for more than `limit` bytes, 400 for bytes that
  ///   are no form, or for a repeated field.
  public init(_ request: Request, limit: Int = limit, reads: @escaping @Sendable (String) -> Bool) async throws {
    let type = request.headers[.contentType].map { $0.prefix { $0 != ";" }.lowercased().filter { $0 != " " } }
    guard type == nil || type == "application/x-www-form-urlencoded" else { throw RequestProblem.wrongType }
    try Self.requirePlain(request)
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
    try self.init(body.readableBytesView, reads: reads)
  }

  /// Requires that the body of a request is not encoded, such as compressed: browsers encode no form.
  /// - Throws: ``RequestProblem/wrongType``
  package static func requirePlain(_ request: Request) throws(RequestProblem) {
    let encodings = request.headers[values: .contentEncoding].flatMap { $0.split(separator: ",") }
    let isPlain = encodings.allSatisfy { $0.lowercased().filter { $0 != " " } == "identity" }
    if !isPlain { throw .wrongType }
  }

  /// Creates a form from its fields, each of them once.
  public init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
    reads = { _ in true }
    values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// Decodes the fields of a form.
  /// - Throws: ``RequestProblem`` with status 400 for bytes that are no form, or for a repeated field.
  public init(_ bytes: some Collection<UInt8>, reads: @escaping @Sendable (String) -> Bool) throws(RequestProblem) {
    var fields: [(name: String, value: String)] = []
    var values: [String: String] = [:]
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let key = pair.prefix { $0 != UInt8(ascii: "=") }
      guard let name = Self.decoded(key), let value = Self.decoded(pair.dropFirst(key.count + 1)) else {
        throw .malformed
      }
      guard reads(name) else { continue }
      guard values.updateValue(value, forKey: name) == nil else { throw .malformed }
      fields.append((name, value))
    }
    (self.fields, self.values, self.reads) = (fields, values, reads)
  }

  /// The value of a field; nil if it was not sent. A field that was not declared to be read stops a debug build.
  public subscript(name: String) -> String? {
    assert(reads(name), "the form is read without its field \(name): add it to the fields")
    return values[name]
  }

  /// The value of a field that an app need not read.
  func optional(_ name: String) -> String? { values[name] }

  /// The value of a field that every valid form has.
  /// - Throws: ``RequestProblem/malformed`` if it is missing.
  public func required(_ name: String) throws(RequestProblem) -> String {
    guard let value = self[name] else { throw .malformed }
    return value
  }

  /// The value of a field that every valid form has, such as the number of a version.
  /// - Throws: ``RequestProblem/malformed`` if it is missing, or no such value.
  public func required<Value: LosslessStringConvertible>(_ name: String, as type: Value.Type) throws(RequestProblem)
    -> Value
  {
    guard let value = Value(try required(name)) else { throw .malformed }
    return value
  }

  /// Decodes percent-encoded UTF-8; nil if a percent sign is not followed by two hexadecimal digits, or if the result is no valid
  /// UTF-8.
  static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    // By bytes: a plus sign before a combining mark is no character of its own.
    let spaced = bytes.lazy.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(validating: spaced, as: UTF8.self)?.removingPercentEncoding
  }
}
