import Foundation
import NIOHTTP1
import Tasks

/// What an address that was asked for a file means by its answer.
struct FileAnswer: Sendable {
  private let answered: Exchange.Answered
  private let validators: Validators
  private let name: String?

  /// - Parameters:
  ///   - validators: what was sent along, to the first address only.
  ///   - name: the last part of the address.
  init(_ answered: Exchange.Answered, validators: Validators, name: String?) {
    self.answered = answered
    self.validators = validators
    self.name = name
  }

  private var headers: HTTPHeaders { answered.response.headers }

  func answer() throws(AttemptFailure) -> SourceAnswer {
    switch answered.response.status {
    case 200, 203: .file(answered.response.body, answered.isRedirected ? .none : newValidators, hint)
    case 304 where validators != .none && !answered.isRedirected: .unchanged(newValidators)
    case _: throw AttemptFailure(answered.response)
    }
  }

  private static let longestValidator = 512

  /// What the answer is named by; one that is unchanged may say it anew.
  private var newValidators: Validators {
    func value(_ name: String, else old: String?) -> String? {
      guard let value = headers.first(name: name) else { return old }
      return (1...Self.longestValidator).contains(value.utf8.count) ? value : nil
    }
    return Validators(
      etag: value("ETag", else: validators.etag), lastModified: value("Last-Modified", else: validators.lastModified))
  }

  private var hint: ListHint {
    ListHint(
      name: name, contentType: headers.first(name: "Content-Type"),
      contentDisposition: headers.first(name: "Content-Disposition"))
  }
}

extension AttemptFailure {
  /// What a status other than success means, and until when the source wants to be left alone.
  init(_ response: SourceResponse) {
    let after = [429, 503].contains(response.status) ? response.headers.first(name: "Retry-After") : nil
    self.init(.status(response.status), notBefore: after.flatMap { RetryAfter.moment($0, now: Date()) })
  }
}
