import Synchronization
import TaskFormats
import Tasks

@testable import RemoteLists

/// Settings for a server on loopback, with short times.
func quick(_ change: (inout FetchSettings) -> Void = { _ in }) -> FetchSettings {
  var settings = FetchSettings()
  settings.deadline = .seconds(600)
  settings.connectTimeout = .seconds(300)
  settings.attempts = 1
  settings.ports = nil
  settings.allowsPrivate = true
  settings.backoff = Backoff(first: .milliseconds(20))
  change(&settings)
  return settings
}

/// A list that can be parsed.
let list =
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:Tune the piano\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"

/// A whole response.
func response(_ status: String = "200 OK", _ headers: [String] = [], _ body: String = list) -> String {
  let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
  return head.joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// The progress reported during a fetch.
final class Told: Sendable {
  private let all = Mutex<[FetchProgress]>([])

  func tell(_ progress: FetchProgress) { all.withLock { $0.append(progress) } }

  var progress: [FetchProgress] { all.withLock { $0 } }
}

extension RemoteLists {
  /// The failure of fetching an address as a form takes it.
  func problem(_ url: String) async throws -> SourceFailure? {
    guard case .failed(let failure, _) = try await fetch(url) else { return nil }
    return failure
  }

  /// Fetches an address as a form takes it.
  func fetch(_ url: String, ifNot validators: Validators = .none, told: Told = Told()) async throws -> FetchOutcome {
    try await fetch(try SourceAddress(validating: url), ifNot: validators) { told.tell($0) }
  }

  func fetch(_ address: SourceAddress, ifNot validators: Validators = .none) async throws -> FetchOutcome {
    try await fetch(address, ifNot: validators) { _ in }
  }

  /// The raw response, before it is parsed.
  func answer(_ url: String, validators: Validators = .none) async throws -> Result<SourceAnswer, AttemptFailure> {
    await RetryLoop(
      address: try SourceAddress(validating: url), kind: .file, validators: validators, settings: settings,
      resolver: resolver, reporter: ProgressReporter { _ in }, deadline: .now + settings.deadline
    ).result()
  }
}

extension Result where Success == SourceAnswer, Failure == AttemptFailure {
  /// The fetched bytes as text.
  var text: String? {
    guard case .success(.file(let bytes, _, _)) = self else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  var trouble: AttemptFailure? {
    guard case .failure(let trouble) = self else { return nil }
    return trouble
  }
}
