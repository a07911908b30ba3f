import StatePages
import StateViews
import Tasks

typealias ImportStep = ImportFlow.Step
typealias ImportEvent = ImportFlow.Event
typealias ImportForm = ImportFlow.Form

typealias ImportRequest = MountedRequest<ImportFlow, ImportFlow.Form>

extension ImportFlow: PageFlow {
  /// The addresses of the steps, relative to the path that the outer flow mounts this flow at.
  static let addresses = StepAddresses<Step> {
    StepAddress("/", .file)
    StepAddress("/{id}", .segment) { .preview($0) }
    StepAddress("/{id}/text", .segment) { .text($0) }
    StepAddress("/{id}/result", .segment) { .result($0) }
  }

  func page(at step: Step, for request: ImportRequest) async throws(Failure) -> Page {
    switch step {
    case .file: ImportPage.file(for: request)
    case .text(let upload): try await ImportPage.text(upload, for: request)
    case .preview(let upload): try ImportPage.preview(upload, for: request)
    case .result(let upload): ImportPage.result(upload, for: request)
    }
  }

  func redirect(at step: Step, for request: ImportRequest) async throws(Failure) -> Event? {
    switch step {
    case .file, .text: nil
    case .preview(let upload): try ImportPage.event(upload, isPreview: true, for: request)
    case .result(let upload): try ImportPage.event(upload, isPreview: false, for: request)
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
    /// Imports it again, after a failure.
    case tryAgain = "retry"
  }

  /// The addresses of the forms, relative to the path that the outer flow mounts this flow at.
  static let forms = StepAddresses<Form> {
    StepAddress("/", .upload)
    for action in FileAction.allCases {
      StepAddress("/{id}/\(action.rawValue)", .segment) { .file($0, action) }
    }
  }
}
