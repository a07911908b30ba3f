import StatePages
import StateViews
import Tasks

/// A signed-in request of the flow, where it is mounted.
typealias ImportRequest = MountedRequest<ImportFlow, ImportFlow.Form>

extension ImportFlow: PageFlow {
  /// The addresses of the steps, relative to the path that the outer flow mounts this flow at.
  static let addresses = StepAddresses<Step> {
    StepAddress("/", .file)
    StepAddress("/{id}", .segment) {
      .preview($0)
    } values: {
      if case .preview(let upload) = $0 { upload } else { nil }
    }
    StepAddress("/{id}/text", .segment) {
      .text($0)
    } values: {
      if case .text(let upload) = $0 { upload } else { nil }
    }
    StepAddress("/{id}/result", .segment) {
      .result($0)
    } values: {
      if case .result(let upload) = $0 { upload } else { nil }
    }
  }

  func page(at step: Step, for request: ImportRequest) async throws(Failure) -> Page {
    switch step {
    case .file: ImportPage.file(for: request)
    case .text(let upload): try await ImportPage.text(upload, for: request)
    case .preview(let upload): try ImportPage.preview(upload, for: request)
    case .result(let upload): ImportPage.result(upload, for: request)
    }
  }

  func event(at step: Step, for request: ImportRequest) async throws(Failure) -> Event? {
    switch step {
    case .file, .text: nil
    case .preview(let upload): try ImportPage.event(upload, isPreview: true, for: request)
    case .result(let upload): try ImportPage.event(upload, isPreview: false, for: request)
    }
  }
}

extension ImportFlow {
  /// A form of the pages for moving in.
  enum Form: Hashable, Sendable {
    /// Uploads a file.
    case upload
    /// Reads a file in another way.
    case choose(UploadID)
    /// Imports a file.
    case start(UploadID)
    /// Imports a file again, after a failure.
    case tryAgain(UploadID)

    /// The step with the form on its page.
    var step: Step {
      switch self {
      case .upload: .file
      case .choose(let upload), .start(let upload): .preview(upload)
      case .tryAgain(let upload): .result(upload)
      }
    }
  }

  /// The addresses of the forms, relative to the path that the outer flow mounts this flow at.
  static let forms = StepAddresses<Form> {
    StepAddress("/", .upload)
    StepAddress("/{id}", .segment) {
      .start($0)
    } values: {
      if case .start(let upload) = $0 { upload } else { nil }
    }
    StepAddress("/{id}/choices", .segment) {
      .choose($0)
    } values: {
      if case .choose(let upload) = $0 { upload } else { nil }
    }
    StepAddress("/{id}/retry", .segment) {
      .tryAgain($0)
    } values: {
      if case .tryAgain(let upload) = $0 { upload } else { nil }
    }
  }
}
