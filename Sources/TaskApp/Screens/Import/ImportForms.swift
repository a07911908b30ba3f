import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskFormats
import Tasks

enum ImportForms {
  /// The field with the file. Its content goes to the disk, and so does that of ``FormField/text`` beyond ``Upload/editableText``.
  private static let fileField = "file"

  /// `POST /import`
  static func upload(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let uploads = request.app.imports.uploads
    let slot: Permit
    do throws(AccountSlots.Refusal) {
      slot = try uploads.slots.enter(request.reader.account)
    } catch {
      let busy = Failure(.unavailable, retry: .after(.seconds(30)))
      return try await again(request, busy, FieldError(error, of: "upload"), status: .tooManyRequests)
    }
    defer { withExtendedLifetime(slot) {} }
    var upload: Upload
    do {
      upload = try await read(form, of: request.http, in: uploads.folder)
    } catch let unstored as UnstoredText {
      request.context.logger.error("a text could not be stored", metadata: ["error": "\(unstored.problem)"])
      let failure = Failure(.unavailable, retry: .after(.seconds(60)))
      return try await again(request, failure, FieldError(unstored.problem, ofText: true), text: unstored.text)
    } catch let problem as UploadProblem {
      request.context.logger.error("an upload could not be stored", metadata: ["error": "\(problem)"])
      let failure = Failure(.unavailable, retry: .after(.seconds(60)))
      return try await again(request, failure, FieldError(problem))
    } catch let problem as RequestProblem where problem.status == .contentTooLarge {
      var response = try await again(request, problem.failure, .fileTooLarge, status: problem.status)
      // The rest of the body is not read.
      response.headers[.connection] = problem.headers[.connection]
      return response
    } catch let rejected as Rejected {
      return try await again(request, Failure(.invalid), rejected.error, text: rejected.text)
    }
    upload.choices.usualOrder = request.quickAdd.order
    let id = uploads.keep(upload, of: request.reader.account)
    return request.redirect(after: ImportEvent.gaveFile(id))
  }

  /// `POST /import/{id}/choices`
  static func choose(_ id: UploadID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let choices = ImportChoices(
      encoding: form[FormField.encoding].flatMap(TextEncoding.init(rawValue:)),
      dateOrder: form[FormField.dateOrder].flatMap(DateOrder.init(rawValue:)),
      usualOrder: request.quickAdd.order)
    guard request.app.imports.uploads.choose(choices, for: id, of: request.reader.account) else {
      throw Failure.importGone
    }
    return request.redirect(after: ImportEvent.isWaiting(id))
  }

  /// `POST /import/{id}`
  static func start(_ id: UploadID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let groups = form[FormField.sections].flatMap(SectionHandling.init(rawValue:)) ?? .sections
    try request.app.imports.start(id, sections: groups, for: request)
    return request.redirect(after: ImportEvent.started(id))
  }

  /// `POST /import/{id}/retry`
  static func tryAgain(_ id: UploadID, _ request: SignedInRequest) async throws -> Response {
    try request.app.imports.retry(id, of: request.reader.account)
    // Where it has not begun, the page leads to the preview.
    return request.redirect(after: ImportEvent.started(id))
  }

  /// A form with neither a file nor text, or with both.
  private struct Rejected: Error {
    let error: FieldError
    var text = ""
  }

  private struct UnstoredText: Error {
    let text: String
    let problem: UploadProblem
  }

  private static func upload(_ text: String, in folder: UploadFolder) async throws(UnstoredText) -> Upload {
    do {
      return Upload(content: try await UploadedFile.with(text, in: folder), name: nil)
    } catch {
      throw UnstoredText(text: text, problem: error)
    }
  }

  /// Reads a form with a file, or one that has only text.
  private static func read(_ form: FormBody, of request: Request, in folder: UploadFolder) async throws -> Upload {
    let limit = ImportLimits.standard.fileBytes
    guard UploadForm.isSent(by: request) else {
      guard let text = form[FormField.text], !text.allSatisfy(\.isWhitespace) else { throw Rejected(error: .noFile) }
      return try await upload(text, in: folder)
    }
    var limits = MultipartLimits(file: limit)
    limits.typed = Upload.editableText
    let sent = try await UploadForm(
      request, files: [fileField, FormField.text], in: folder, limits: limits
    ) { _ in false }
    let (file, long) = (sent.files[fileField], sent.files[FormField.text])
    let text = sent.fields[FormField.text] ?? ""
    let hasText = long != nil || !text.allSatisfy(\.isWhitespace)
    // Without a choice, a browser sends an empty file without a name.
    let hasFile = file.map { $0.content.count > 0 || $0.name?.isEmpty == false } ?? false
    if hasFile, hasText { throw Rejected(error: .fileAndText, text: text) }
    if hasFile, let file { return Upload(content: file.content, name: file.name ?? "") }
    if let long { return Upload(content: long.content, name: nil) }
    guard hasText else { throw Rejected(error: .noFile) }
    return try await upload(text, in: folder)
  }

  private static func again(
    _ request: SignedInRequest, _ failure: Failure, _ error: FieldError, text: String = "",
    status: HTTPResponse.Status? = nil
  ) async throws(Failure) -> Response {
    try await request.again(failure, status: status) { () async throws(Failure) in
      ImportPage.file(for: request, text: text, error: error)
    }
  }
}
