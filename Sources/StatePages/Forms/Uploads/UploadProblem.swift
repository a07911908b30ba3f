/// Why a file can't be stored, or read again.
public enum UploadProblem: Error, Hashable, Sendable {
  /// The disk is full, or would have less than the free space that is to remain.
  case diskFull
  /// The system refuses it, with the number of the error.
  case failed(Int32)
}
