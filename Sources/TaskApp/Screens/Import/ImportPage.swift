import StatePages
import StateViews
import TaskStore
import Tasks

/// The pages for moving in from another app, one for each step of ``ImportFlow``.
enum ImportPage {
  /// The event that has already happened to a requested file: its import has begun, or it has not.
  static func event(
    _ id: UploadID, isPreview: Bool, for request: ImportRequest
  ) throws(Failure) -> ImportFlow.Event? {
    switch request.signedIn.app.imports.uploads.state(of: id, of: request.signedIn.reader.account) {
    case nil: throw .importGone
    case .waiting?: isPreview ? nil : .isWaiting(id)
    case .importing?, .imported?: isPreview ? .started(id) : nil
    // The page tells why, and the preview lets the reader choose otherwise.
    case .failed?: nil
    }
  }

  /// The page with the form for a file.
  /// - Parameters:
  ///   - text: the rejected text.
  ///   - error: why it was rejected.
  static func file(for request: ImportRequest, text: String = "", error: FieldError? = nil) -> Page {
    let signedIn = request.signedIn
    return Page(signedIn.layout(.importFile), for: signedIn.look, cacheKey: signedIn.cacheKey(nil, "file")) {
      PagePart.piece("head", ImportHead(place: .file))
      PagePart.piece(
        "import-form",
        ImportFileForm(
          action: request.action(.upload), cancelHref: request.address(.cancelled, .file), text: text, error: error))
      PagePart.piece("ways", ImportWays())
    }
  }

  /// The page that previews a file.
  static func preview(_ id: UploadID, for request: ImportRequest) throws(Failure) -> Page {
    let signedIn = request.signedIn
    let (reader, imports) = (signedIn.reader.account, signedIn.app.imports)
    let upload: Upload
    switch imports.uploads.state(of: id, of: reader) {
    case .waiting(let found)?, .failed(let found)?, .importing(let found)?: upload = found
    case .imported?, nil: throw .importGone
    }
    let (store, zone, now) = (signedIn.store.interruptible, signedIn.look.zone, signedIn.app.now)
    let content = Loader { progress throws(Interruption) -> Loaded<ImportPreviewScreen.Content> in
      let permit = try await imports.previews.permit(for: reader, progress)
      defer { permit.release() }
      let file = try await UploadReader.read(upload, sectionsBecome: .tags, in: zone, now: now(), progress)
      return ImportPreviewScreen.Content.loaded(file, try await store.planImport(of: file.lists))
    }
    let caption = ImportPreviewScreen.Caption(
      action: request.action(.start(id)), otherHref: request.address(.wantsAnotherFile, .preview(id)))
    return Page(signedIn.layout(.importPreview), for: signedIn.look, cacheKey: nil) {
      PagePart.piece("head", ImportHead(place: .preview))
      Region<ImportPreviewScreen>(
        "preview", content, caption: caption, retry: .get(request.address(.isWaiting(id), .preview(id))),
        placement: .page)
    }
  }

  /// The page of an import, while it runs and afterwards.
  static func result(_ id: UploadID, for request: ImportRequest) -> Page {
    let signedIn = request.signedIn
    let outcome = signedIn.app.imports.content(of: id, of: signedIn.reader.account)
    let store = signedIn.store
    let content = Loader { progress throws(Interruption) -> Loaded<ImportResultScreen.Content> in
      switch try await outcome.load(progress: progress) {
      case .empty(let reason): return .empty(reason)
      case .content(let outcome):
        do throws(Failure) {
          return try await ImportResultScreen.Content.loaded(outcome, from: store)
        } catch {
          throw .failed(error)
        }
      }
    }
    let step = ImportFlow.Step.result(id)
    let caption = ImportResultScreen.Caption(
      againHref: request.address(.started(id), step), previewHref: request.address(.isWaiting(id), step),
      otherHref: request.address(.wantsAnotherFile, step))
    return Page(signedIn.layout(.importResult), for: signedIn.look, cacheKey: nil) {
      PagePart.piece("head", ImportHead(place: .result))
      Region<ImportResultScreen>(
        "import", content, caption: caption, retry: .post(request.action(.tryAgain(id))), placement: .page)
    }
  }
}
