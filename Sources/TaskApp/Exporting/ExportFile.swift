package import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import StateViews
import TaskFormats
package import TaskStore
package import Tasks

enum ExportFile {
  /// `POST /settings/export`: everything. Without the password, secrets in source addresses are omitted.
  static func send(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let password = try form.required(FormField.password)
    guard let format = ExportFormat(rawValue: form[FormField.format] ?? ExportFormat.json.rawValue) else {
      throw RequestProblem.malformed
    }
    let account = request.reader.account
    let slot: Permit
    do throws(AccountSlots.Refusal) {
      slot = try request.app.exports.enter(account)
    } catch {
      return try await SettingsForms.again(
        .data, request, .exportsFull, .init(export: .refused(FieldError(error, of: "export")), format: format),
        status: .tooManyRequests)
    }
    if !password.isEmpty {
      do throws(AccountProblem) {
        try await request.app.accounts.confirm(account, password: password, by: request.anonymous.visitor)
      } catch {
        return try await SettingsForms.again(.data, request, error) { .init(export: $0, format: format) }
      }
    }
    let secrets = password.isEmpty ? ExportRequest.Secrets.leftOut : .included
    let wanted = ExportRequest(.everything, as: format, secrets: secrets, in: request.look.zone)
    let pieces = try await request.store.export(wanted)
    try await request.store.addAccountEvent(request.anonymous.visitor.entry(.exported))
    request.context.logger.info(
      "exported", metadata: ["account": "\(account)", "format": "\(format.rawValue)", "secrets": "\(secrets)"])
    return response(SentExport(pieces, slot, to: request.context.channel), as: format, named: "fourfold", request)
  }

  /// `GET /lists/{id}/export?format=…` and `GET /search/export?format=…`.
  static func send(
    _ subject: ExportSubject, as format: ExportFormat, to request: SignedInRequest
  ) async throws -> Response {
    let (scope, name) = try await exported(subject, request)
    let slot: Permit
    do throws(AccountSlots.Refusal) {
      slot = try request.app.exports.enter(request.reader.account)
    } catch {
      return try await again(subject, FieldError(error, of: "export"), .exportsFull, status: .tooManyRequests, request)
    }
    let pieces: ExportPieces
    do {
      pieces = try await request.store.withStoreErrors.export(ExportRequest(scope, as: format, in: request.look.zone))
    } catch {
      throw request.store.failure(error)
    }
    return response(SentExport(pieces, slot, to: request.context.channel), as: format, named: name, request)
  }

  private static func exported(
    _ subject: ExportSubject, _ request: SignedInRequest
  ) async throws(Failure) -> (ExportRequest.Scope, name: String) {
    switch subject {
    case .list(let id):
      let list = try await request.store.list(id)
      guard let scope = ExportRequest.Scope(of: list, for: request.look) else { throw Failure(.notFound) }
      return (scope, list.name)
    case .search(let asked):
      guard let scope = ExportRequest.Scope(matching: asked, for: request.look) else { throw Failure(.notFound) }
      return (scope, asked.query ?? "fourfold")
    }
  }

  /// The page of the formats, with the reason why there is no file.
  private static func again(
    _ subject: ExportSubject, _ error: FieldError, _ failure: Failure, status: HTTPResponse.Status,
    _ request: SignedInRequest
  ) async throws(Failure) -> Response {
    try await request.again(failure, status: status) { () async throws(Failure) in
      try await ExportPage.page(of: subject, for: request, error: error)
    }
  }

  private static func response(
    _ sent: SentExport, as format: ExportFormat, named name: String, _ request: SignedInRequest
  ) -> Response {
    let file = ContentDisposition(name: name, suffix: "-\(request.reader.today.iso).\(format.ending)")
    let headers: HTTPFields = [
      .contentType: format.mediaType, .cacheControl: "private, no-store", .vary: "Accept-Encoding",
      .contentDisposition: file.field,
    ]
    return sent.response(headers, to: request.http.headers, request.context.logger)
  }
}

extension Failure {
  /// Too many exports are running.
  fileprivate static let exportsFull = Failure(.unavailable, retry: .after(.seconds(30)))
}

extension ExportRequest.Scope {
  /// The tasks of a list, or the matches of a saved filter. Nil for a followed list, which has no tasks of its own, and for a filter that
  /// asks for nothing.
  /// - Parameters:
  ///   - zone: the IANA name of the time zone that decides what is due.
  ///   - now: the current time.
  package init?(of list: ListSummary, in zone: String, at now: Date) {
    self.init(of: list, for: DisplaySettings(timeZone: zone, now: Int64(now.timeIntervalSince1970)))
  }

  init?(of list: ListSummary, for look: DisplaySettings) {
    if list.source != nil { return nil }
    guard let query = list.filter else {
      self = .list(list.id)
      return
    }
    guard let asked = SearchParameters(filterQuery: query) else { return nil }
    self.init(matching: asked, for: look)
  }

  /// The matches of a search. Nil if it asks for nothing, or can't be searched for.
  init?(matching asked: SearchParameters, for look: DisplaySettings) {
    switch asked.text {
    case .blank where asked.isFiltered: self = .matches(text: nil, in: asked.filter(for: look))
    case .text(let text): self = .matches(text: text, in: asked.filter(for: look))
    case .blank, .tooLong: return nil
    }
  }
}

/// The value of `Content-Disposition` for a file to save (RFC 6266).
struct ContentDisposition: Hashable, Sendable {
  /// The maximum length of a name in bytes; file systems allow 255.
  private static let most = 120

  /// The file's name, with characters that file systems or programs misread replaced.
  let fileName: String

  /// Creates the value for a file.
  /// - Parameters:
  ///   - name: the name without its ending. Path separators, controls and marks of text direction are replaced.
  ///   - suffix: what follows the name, such as `-2026-01-31.csv`.
  init(name: String, suffix: String) {
    var kept = ""
    for character in name {
      let isPlain = character.unicodeScalars.allSatisfy(Self.isAllowed)
      let next = isPlain ? character : "_"
      guard kept.utf8.count + next.utf8.count + suffix.utf8.count <= Self.most else { break }
      kept.append(next)
    }
    // Leading dots hide a file; Windows drops spaces and dots at the end.
    while let first = kept.first, first == "." || first == " " { kept.removeFirst() }
    while let last = kept.last, last == "." || last == " " { kept.removeLast() }
    fileName = (kept.isEmpty ? "list" : kept) + suffix
  }

  /// The value: the name in ASCII, and if it has other characters also in UTF-8 (RFC 8187).
  var field: String {
    let ascii = fileName.map { $0.isASCII ? $0 : "_" }
    let plain = "attachment; filename=\"\(String(ascii))\""
    guard !fileName.allSatisfy(\.isASCII) else { return plain }
    let encoded = fileName.addingPercentEncoding(withAllowedCharacters: Self.attributeCharacters) ?? ""
    return plain + "; filename*=UTF-8''" + encoded
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      // A joiner is part of emoji and of words in some scripts.
      scalar == "\u{200D}" || scalar == "\u{200C}"
    default: !"/\\:*?\"<>|%".unicodeScalars.contains(scalar)
    }
  }

  /// Everything else is percent-encoded.
  private static let attributeCharacters = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~")
}
