import StateViews
import Tasks

/// Moves lists in from another app: a file, its preview, and the import. ``TaskFlow`` mounts it as one of its steps.
struct ImportFlow: Flow {
  /// A page that the reader can reload, and return to.
  enum Step: Hashable, Sendable {
    case file
    /// The same form, with the pasted text of an upload in it.
    case text(UploadID)
    case preview(UploadID)
    /// The import of a file, while it runs and afterwards.
    case result(UploadID)
  }

  enum Event: Hashable, Sendable {
    case gaveFile(UploadID)
    case wantsAnotherFile
    case wantsToChangeText(UploadID)
    case started(UploadID)
    case triedAgain(UploadID)
    /// The file of a result was not imported yet.
    case isWaiting(UploadID)
    /// The reader leaves without importing anything.
    case cancelled
  }

  enum Finish: Hashable, Sendable {
    case cancelled
  }

  /// An event leads to the same step from everywhere.
  func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
    switch event {
    case .gaveFile(let upload), .isWaiting(let upload): .show(.preview(upload))
    case .wantsAnotherFile: .show(.file)
    case .wantsToChangeText(let upload): .show(.text(upload))
    case .started(let upload), .triedAgain(let upload): .show(.result(upload))
    case .cancelled: .finish(.cancelled)
    }
  }
}
