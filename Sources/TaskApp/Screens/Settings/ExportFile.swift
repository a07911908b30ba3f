import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import StateViews
import TaskStore
import Tasks

/// All that an account has, as a file to keep.
enum ExportFile {
  /// `POST /settings/export`: without the password, what is secret in addresses of sources is left out.
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
    let pieces = try await request.store { store throws(StoreError) in
      try await store.export(of: account, secrets: secrets)
    }
    let entry = request.anonymous.visitor.entry(.exported)
    try await request.store { store throws(StoreError) in try await store.addAccountEvents([(account, entry)]) }
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
        // The client gets no end, so it can tell that the file is not whole.
        logger.notice("an export was cut off", metadata: ["error": "\(error)"])
        throw error
      }
    }
  }
}

/// An export on its way to its reader, who sets the pace. It has its slot for as long as it is there.
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

  /// Waits until the connection has seen what was written. Writes go to its thread, and only there it is found out that its buffers are
  /// full: until then, pieces would pile up in memory, some 50 MB of them for a reader who takes nothing.
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
