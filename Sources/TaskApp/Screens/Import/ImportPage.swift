import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

/// The pages for moving in from another app, one for each step.
enum ImportPage {
  /// The event that has already happened to a requested file: its import has begun, or it has not.
  static func event(
    _ id: UploadID, isPreview: Bool, for request: SignedInRequest
  ) throws(Failure) -> ImportEvent? {
    switch try request.app.imports.stage(of: id, of: request.reader.account) {
    case nil: isPreview ? nil : .isWaiting(id)
    case .running?, .succeeded?: isPreview ? .started(id) : nil
    // The page tells why, and the preview lets the reader choose otherwise.
    case .failed?: nil
    }
  }

  /// The page with the form for a file.
  /// - Parameter text: the text to change, or that was rejected.
  static func file(for request: SignedInRequest, text: String = "", error: FieldError? = nil) -> Page {
    return Page(request, .importFile, isKept: text.isEmpty) {
      ImportHead(stage: .file)
      PagePart.piece(
        "import-form",
        ImportFileForm(
          action: request.address(of: ImportIntent.upload), cancelHref: request.address(of: ImportIntent.cancel),
          text: text, error: error))
      ImportWays()
    }
  }

  /// The page with the form, and with the text that was pasted into it.
  static func text(_ id: UploadID, for request: SignedInRequest) async throws(Failure) -> Page {
    let upload = request.app.imports.uploads.file(id, of: request.reader.account)
    guard let upload, upload.isEditable else { throw .importGone }
    do throws(UploadProblem) {
      let bytes = try await BackgroundThread.run { () throws(UploadProblem) in try upload.content.bytes() }
      return file(for: request, text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure(.unavailable, retry: .now)
    }
  }

  static func preview(_ id: UploadID, for request: SignedInRequest) throws(Failure) -> Page {
    let (reader, imports) = (request.reader.account, request.app.imports)
    guard let upload = imports.uploads.file(id, of: reader) else { throw .importGone }
    let (store, zone, now) = (request.store.interruptible, request.look.zone, request.app.now)
    let content = Loader { progress throws(Interruption) -> Loaded<ImportPreviewScreen.Content> in
      let permit = try await imports.reader.permit(for: reader, toRead: upload, progress)
      defer { withExtendedLifetime(permit) {} }
      let file = try await UploadReader.read(upload, sections: .sections, in: zone, now: now(), progress)
      let plan = try await store.planImport(of: file.lists)
      // Goes through all tasks of the file.
      return await BackgroundThread.run { ImportPreviewScreen.Content.loaded(file, plan) }
    }
    let again =
      upload.isEditable
      ? ImportAgain(purpose: .changedText, href: request.address(of: ImportIntent.changeText(id)))
      : ImportAgain(
        purpose: upload.isText ? .otherText : .otherFile, href: request.address(of: ImportIntent.takeOtherFile))
    let caption = ImportPreviewScreen.Caption(
      action: request.address(of: ImportIntent.start(id)),
      choicesAction: request.address(of: ImportIntent.choose(id)), again: again)
    return Page(request, .importPreview, isKept: false) {
      ImportHead(stage: .preview)
      Region<ImportPreviewScreen>(
        "preview", content, caption: caption, retry: .get(request.address(of: ImportIntent.seePreview(id))),
        placement: .page)
    }
  }

  /// The page of an import, while it runs and afterwards.
  static func result(_ id: UploadID, for request: SignedInRequest) -> Page {
    let outcome = request.app.imports.content(of: id, of: request.reader.account)
    let store = request.store
    let content = outcome.flatMap { outcome async throws(Failure) in
      try await ImportResultScreen.Content.loaded(outcome, from: store)
    }
    // Text is there until it is imported: the preview leads back to it.
    let isText = request.app.imports.uploads.isText(id, of: request.reader.account) ?? false
    let caption = ImportResultScreen.Caption(
      againHref: request.address(of: ImportIntent.seeResult(id)),
      previewHref: request.address(of: ImportIntent.seePreview(id)),
      again: ImportAgain(
        purpose: isText ? .otherText : .otherFile, href: request.address(of: ImportIntent.takeOtherFile)))
    return Page(request, .importResult, isKept: false) {
      ImportHead(stage: .result)
      Region<ImportResultScreen>(
        "import", content, caption: caption, retry: .post(request.address(of: ImportIntent.tryAgain(id))),
        placement: .page)
    }
  }
}

struct ImportHead: Piece {
  static let template = "import/head"
  static let fields: [String: Field<ImportHead>] = [
    "allHref": .link { _ in .openLists() },
    "atFile": .flag { $0.stage == .file },
    "atPreview": .flag { $0.stage == .preview },
    "atResult": .flag { $0.stage == .result },
  ]

  enum Stage: Hashable, Sendable {
    case file, preview, result
  }

  let stage: Stage
}

/// Where other apps have their files.
struct ImportWays: Piece {
  static let template = "import/ways"
}

struct ImportFileForm: Piece {
  static let template = "import/file"
  static let fields: [String: Field<ImportFileForm>] = [
    "action": .address(\.action), "cancelHref": .address(\.cancelHref), "text": .text(\.text),
    "error": .view { $0.isAboutText ? nil : $0.error },
    "textError": .view { $0.isAboutText ? $0.error : nil },
    "fileFocus": .flag { $0.error != nil && $0.text.isEmpty },
    "textFocus": .flag { !$0.text.isEmpty },
  ]
  let action, cancelHref: String
  var text = ""
  var error: FieldError?

  private var isAboutText: Bool { error == .textDiskFull || error == .textFailed }
}
