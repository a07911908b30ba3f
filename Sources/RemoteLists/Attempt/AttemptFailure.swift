import Foundation
import Tasks

/// The failure of an attempt, and the earliest time for the next one.
struct AttemptFailure: Error, Hashable, Sendable {
  let failure: SourceFailure
  /// The earliest time for another request, from the response's `Retry-After`.
  var notBefore: Date?

  init(_ failure: SourceFailure, notBefore: Date? = nil) {
    self.failure = failure
    self.notBefore = notBefore
  }

  /// Whether the failure may be transient, so that a retry can help.
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
