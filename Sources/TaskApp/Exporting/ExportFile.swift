import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import StateViews
import TaskStore
import Tasks

enum ExportFile {
  /// `POST /settings/export`: everything. Without the password, secrets in source addresses are omitted.
  static func send(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let password = try form.required(FormField.password)
    guard let format = ExportFormat(rawValue: form[FormField.format] ?? ExportFormat.json.rawValue) else {
      throw RequestProblem.malformed
    }
    let account = request.reader.account
    let slot: Permit
    do throws(ExportSlots.FailedAction) {
      slot = try request.app.exports.enter(account)
    } catch {
      return try await SettingsForms.again(
        request, .exportsFull, .init(export: .refused(FieldError(error)), format: format), status: .tooManyRequests)
    }
    if !password.isEmpty {
      do throws(AccountProblem) {
        try await request.app.accounts.confirm(account, password: password, by: request.anonymous.visitor)
      } catch {
        return try await SettingsForms.again(request, error) { .init(export: $0, format: format) }
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
    do throws(ExportSlots.FailedAction) {
      slot = try request.app.exports.enter(request.reader.account)
    } catch {
      return try await again(subject, FieldError(error), .exportsFull, status: .tooManyRequests, request)
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
    try await request.again(failure) { () async throws(Failure) in
      var page = try await ExportPage.page(of: subject, for: request, error: error)
      page.status = status
      return page
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

extension FieldError {
  fileprivate init(_ refusal: ExportSlots.FailedAction) {
    switch refusal {
    case .running: self = .exportRunning
    case .busy: self = .exportsBusy
    }
  }
}
