import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StatePagesTesting
import Testing

@testable import TaskApp

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
