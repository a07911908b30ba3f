import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import StateViews
import TaskStore
import Tasks

/// The export of an account's data as a file.
enum ExportFile {
  /// `POST /settings/export`. Without the password, secrets in source addresses are omitted.
  static func send(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let password = try form.required(FormField.password)
    let account = request.reader.account
    let slot: ExportSlots.Slot
    do throws(ExportSlots.FailedAction) {
      slot = try request.app.exports.enter(account)
    } catch {
      let failure = Failure(.unavailable, retry: .after(.seconds(30)))
      return try await SettingsPage.again(
        request, failure, .init(export: .refused(FieldError(error))), status: .tooManyRequests)
    }
    if !password.isEmpty {
      do throws(AccountProblem) {
        try await request.app.accounts.confirm(account, password: password, by: request.anonymous.visitor)
      } catch {
        return try await SettingsPage.again(request, error) { .init(export: $0) }
      }
    }
    let secrets = password.isEmpty ? ExportedSecrets.leftOut : .included
    let pieces = try await request.store.export(secrets: secrets)
    let entry = request.anonymous.visitor.entry(.exported)
    try await request.store.addAccountEvent(entry)
    request.context.logger.info("exported", metadata: ["account": "\(account)", "secrets": "\(secrets)"])
    return response(Sending(pieces: pieces, slot: slot, channel: request.context.channel), request)
  }

  private static func response(_ sending: Sending, _ request: SignedInRequest) -> Response {
    let headers: HTTPFields = [
      .contentType: "application/json", .cacheControl: "private, no-store", .vary: "Accept-Encoding",
      .contentDisposition: "attachment; filename=\"fourfold-\(request.reader.today.iso).json\"",
    ]
    let logger = request.context.logger
    return .written(headers, in: ContentCoding(acceptedIn: request.http.headers)) { writer in
      do {
        try await sending.write(to: &writer)
      } catch {
        // The response ends without its last chunk, so the client can detect that the file is incomplete.
        logger.notice("an export was cut off", metadata: ["error": "\(error)"])
        throw error
      }
    }
  }
}

/// An export that is being sent, at the pace of the client. It holds its slot for its lifetime.
private struct Sending: Sendable {
  let pieces: ExportPieces
  let slot: ExportSlots.Slot
  let channel: (any Channel)?

  private struct TookTooLong: Error {}

  func write(to writer: inout any ResponseBodyWriter) async throws {
    let deadline = ContinuousClock.now + ExportSlots.longest
    var pieces = pieces
    while let piece = try await pieces.next() {
      try await writer.write(ByteBuffer(bytes: piece))
      try await settle()
      guard ContinuousClock.now < deadline else { throw TookTooLong() }
    }
  }

  /// Waits until the event loop has processed the writes. Only there are full buffers detected; without this wait, pieces
  /// accumulate in memory, about 50 MB for a client that reads nothing.
  private func settle() async throws {
    guard let channel, channel.isActive else { return }
    try await channel.eventLoop.submit {}.get()
  }
}

extension FieldError {
  fileprivate init(_ refusal: ExportSlots.FailedAction) {
    switch refusal {
    case .running: self = .exportRunning
    case .busy: self = .exportsBusy
    }
  }
}
