import StatePages
import StateViews
import Tasks

/// Moves lists in from another app: a file, its preview, and the import. ``TaskFlow`` mounts it.
struct ImportFlow: Flow {
  /// A page that the reader can reload, and return to.
  enum Step: Hashable, Sendable {
    case file
    /// The form, with the pasted text of an upload in it.
    case text(UploadID)
    case preview(UploadID)
    /// The import of a file, while it runs and afterwards.
    case result(UploadID)
    /// A form that is sent.
    case form(Form)
  }

  enum Event: Intent {
    /// The reader wants something that a link or a button offers.
    case wants(ImportIntent)
    /// The page of a form was requested by its address.
    case requested(Form)
    case gaveFile(UploadID)
    case started(UploadID)
    /// The file of a result was not imported yet.
    case isWaiting(UploadID)
  }

  /// The reader leaves without importing anything.
  enum Finish: Hashable, Sendable {
    case cancelled
  }

  /// An event leads to the same step from everywhere.
  func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
    switch event {
    case .wants(let intent): after(intent)
    case .requested(let form): .show(form.step)
    case .gaveFile(let upload), .isWaiting(let upload): .show(.preview(upload))
    case .started(let upload): .show(.result(upload))
    }
  }

  private func after(_ intent: ImportIntent) -> Outcome<Step, Finish> {
    switch intent {
    case .upload: .show(.form(.upload))
    case .start(let upload): .show(.form(.file(upload, .start)))
    case .choose(let upload): .show(.form(.file(upload, .choose)))
    case .tryAgain(let upload): .show(.form(.file(upload, .tryAgain)))
    case .takeOtherFile: .show(.file)
    case .changeText(let upload): .show(.text(upload))
    case .seePreview(let upload): .show(.preview(upload))
    case .seeResult(let upload): .show(.result(upload))
    case .cancel: .finish(.cancelled)
    }
  }
}

typealias ImportStep = ImportFlow.Step
typealias ImportEvent = ImportFlow.Event
typealias ImportForm = ImportFlow.Form

extension ImportFlow: PageFlow {
  static let intents = IntentAddresses(events: { (intent: ImportIntent) in Event.wants(intent) })

  /// The addresses of the steps, relative to the path that the outer flow mounts this flow at.
  static let addresses = StepAddresses<Step> {
    StepAddress("/", .file)
    StepAddress("/{id}", .segment) { .preview($0) }
    StepAddress("/{id}/text", .segment) { .text($0) }
    StepAddress("/{id}/result", .segment) { .result($0) }
    StepAddress(form: "/", .form(.upload))
    for action in FileAction.allCases {
      StepAddress(form: "/{id}/\(action.rawValue)", .segment) {
        .form(.file($0, action))
      } values: {
        if case .form(.file(let id, action)) = $0 { id } else { nil }
      }
    }
  }

  func page(at step: Step, for request: SignedInRequest) async throws(Failure) -> Page {
    switch step {
    case .file: ImportPage.file(for: request)
    case .text(let upload): try await ImportPage.text(upload, for: request)
    case .preview(let upload): try ImportPage.preview(upload, for: request)
    case .result(let upload): ImportPage.result(upload, for: request)
    // The event of this step leads on.
    case .form(let form): try await page(at: form.step, for: request)
    }
  }

  func redirect(at step: Step, for request: SignedInRequest) async throws(Failure) -> Event? {
    switch step {
    case .file, .text: nil
    case .preview(let upload): try ImportPage.event(upload, isPreview: true, for: request)
    case .result(let upload): try ImportPage.event(upload, isPreview: false, for: request)
    case .form(let form): .requested(form)
    }
  }
}

extension ImportFlow {
  enum Form: Hashable, Sendable {
    case upload
    case file(UploadID, FileAction)

    var step: Step {
      switch self {
      case .upload: .file
      case .file(let upload, .choose), .file(let upload, .start): .preview(upload)
      case .file(let upload, .tryAgain): .result(upload)
      }
    }
  }

  /// The forms of a file. The value is the end of the address.
  enum FileAction: String, CaseIterable, Sendable {
    case start = ""
    /// Reads it in another way.
    case choose = "choices"
    case tryAgain = "retry"
  }
}
