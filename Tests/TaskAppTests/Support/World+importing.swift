import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StatePagesTesting
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

extension World {
  /// Uploads a file, or text, as a browser does from the page for it.
  func upload(
    _ content: String?, named name: String = "file", text: String = "",
    _ headers: HTTPFields = [.secFetchSite: "same-origin"]
  ) async throws -> Answer {
    let body = Multipart.body([
      (name: "file", file: content == nil ? "" : name, content: content ?? ""),
      (name: "text", file: nil, content: text),
    ])
    var headers = headers
    headers[.contentType] = "multipart/form-data; boundary=\(Multipart.boundary)"
    return try await send(.post, "/import", headers, body: RequestBody(buffer: ByteBuffer(string: body)))
  }

  /// Keeps pasted text of the account.
  func keepUpload(_ content: String) async throws -> UploadID {
    let uploads = app.imports.uploads
    let file = try await UploadedFile.with(content, in: uploads.folder)
    return uploads.keep(Upload(content: file, name: nil), of: account)
  }

  /// Uploads a file, and follows to its preview.
  func preview(_ content: String, named name: String = "file") async throws -> Answer {
    try await follow(upload(content, named: name))
  }

  /// Presses the button of a preview, and waits for the end of the import.
  func importing(_ preview: Answer, typing: [String: String] = [:]) async throws -> Answer {
    let form = try preview.page.forms.first { $0.action.hasPrefix("/import/") }
    return try await follow(press(form, typing: typing))
  }
}

/// A form with files, encoded as browsers do.
enum Multipart {
  static let boundary = "----formBoundaryx0A9"

  static func body(_ parts: [(name: String, file: String?, content: String)]) -> String {
    parts.map { part in
      let file = part.file.map { "; filename=\"\($0)\"\r\nContent-Type: application/octet-stream" } ?? ""
      return "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n\(part.content)\r\n"
    }.joined() + "--\(boundary)--\r\n"
  }
}

extension World {
  /// A list with one task.
  static func withTask() async throws -> World {
    let world = try await World()
    try await world.add("a", to: world.makeList())
    return world
  }

  /// The entity tag of each page. A page without one is an issue.
  func tags(of pages: [String]) async throws -> [String: String] {
    var tags: [String: String] = [:]
    for page in pages { tags[page] = try await get(page).headers[.eTag] }
    #expect(tags.count == pages.count)
    return tags
  }
}

extension TemporaryFolder {
  /// The app over a database in the folder. A write waits for its turn however busy the machine is, and its health is never
  /// cached.
  /// - Parameters:
  ///   - freeBytes: The free space on the disk.
  ///   - readClock: The clock of a time limit of one second for reads; by default they have none.
  func world(
    _ settings: TaskApp.Settings = .test, freeBytes: UInt64 = 1 << 40,
    readClock: ManualClock? = nil, below basePath: BasePath = .root
  ) async throws -> World {
    let time = HeldTime()
    var opening = TaskStore.Settings.patient
    opening.healthAge = .zero
    if let readClock { (opening.readLimit, opening.clock) = (.seconds(1), readClock) }
    opening.freeBytes = { _ in freeBytes }
    return try await World(
      over: TaskStore.open(at: "\(path)/lists.sqlite", settings: opening, now: { time.now }), settings, at: time,
      below: basePath)
  }

  /// The same world with its store closed and opened again, so that a write gives up after a tenth of a second.
  func impatient(_ world: World) throws -> World {
    try world.store.close()
    var opening = TaskStore.Settings()
    opening.busyTimeout = 0.1
    let time = world.time
    return try world.over(TaskStore.open(at: "\(path)/lists.sqlite", settings: opening, now: { time.now }))
  }
}
