import StateViews

/// What a reader wants who moves in from another app; see ``ImportFlow``.
enum ImportIntent: Intent {
  /// Sends a file, or text.
  case upload
  case start(UploadID)
  /// Reads the file in another way.
  case choose(UploadID)
  case tryAgain(UploadID)
  case takeOtherFile
  case changeText(UploadID)
  case seePreview(UploadID)
  case seeResult(UploadID)
  case cancel
}
