import Foundation
import Tasks

/// How an attempt failed.
struct AttemptFailure: Error, Hashable, Sendable {
  let failure: SourceFailure
  /// When the source wants to be asked again at the earliest.
  var notBefore: Date?

  init(_ failure: SourceFailure, notBefore: Date? = nil) {
    self.failure = failure
    self.notBefore = notBefore
  }

  /// Whether it may be gone in a second.
  var mayPass: Bool {
    switch failure {
    case .nameLookup, .refused, .unreachable, .cutOff, .timedOut(.connecting): true
    case .status(let status): [500, 502, 504].contains(status)
    case .noSuchHost, .certificate, .oldTLS, .noTLS, .signInNeeded, .wrongPassword, .signInUnknown,
      .timedOut(.waiting), .timedOut(.receiving), .timedOut(.stalled), .malformed, .tooManyRedirects, .badRedirect,
      .tooLarge, .blockedAddress, .blockedPort, .unreadable, .severalLists, .noLists:
      false
    }
  }
}
