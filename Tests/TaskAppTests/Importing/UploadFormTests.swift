import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import TestSupport
import Testing

@testable import TaskApp

struct UploadFormTests {
  private static let limits = MultipartLimits(file: 100_000)
  private static func part(_ name: String, file: String? = nil, _ content: String) -> String {
    let file = file.map { "; filename=\"\($0)\"" } ?? ""
    return "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\r\n\(content)\r\n"
  }

  private static func request(
    _ parts: [String], type: String = "multipart/form-data; boundary=x", length: Int? = nil, isCutOff: Bool = false
  ) -> Request {
    var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
    head.headerFields[.contentType] = type
    head.headerFields[.contentLength] = length.map { String($0) }
    let bytes = Array((parts.joined() + "--x--\r\n").utf8)
    let body = AsyncThrowingStream<ByteBuffer, any Error> { continuation in
      for start in stride(from: 0, to: bytes.count, by: 1_000) {
        continuation.yield(ByteBuffer(bytes: bytes[start..<min(start + 1_000, bytes.count)]))
      }
      continuation.finish(throwing: isCutOff ? CancellationError() : nil)
    }
    return Request(head: head, body: RequestBody(asyncSequence: body))
  }

  private func read(
    _ request: Request, in folder: UploadFolder = .temporary, limits: MultipartLimits = limits
  ) async throws -> UploadForm {
    try await UploadForm(request, files: ["file", "text"], in: folder, limits: limits) { ["name"].contains($0) }
  }

  private func refusal(_ request: Request, limits: MultipartLimits = limits) async -> HTTPResponse.Status? {
    do {
      _ = try await read(request, limits: limits)
      return nil
    } catch {
      return (error as? RequestProblem)?.status
    }
  }

  @Test func `files go to the disk, fields stay in memory, and others are ignored`() async throws {
    let long = String(repeating: "0123456789", count: 9_999)
    let form = try await read(
      Self.request([
        Self.part("name", "House"), Self.part("other", "x"), Self.part("other", "y"),
        Self.part("else", file: "b.txt", "ignored"), Self.part("file", file: "a.txt", long), Self.part("text", "typed"),
      ]))
    #expect(form.fields["name"] == "House" && form.fields.fields.count == 1)
    #expect(form.files["file"]?.name == "a.txt")
    #expect(try form.files["file"]?.content.bytes() == Array(long.utf8))
    #expect(form.files["text"]?.name == nil)
    #expect(try form.files["text"]?.content.bytes() == Array("typed".utf8))
    #expect(form.files.count == 2)
  }

  @Test func `a file without a name stays in memory up to a limit`() async throws {
    var limits = Self.limits
    limits.typed = 10
    func read(_ content: String) async throws -> UploadForm {
      try await self.read(
        Self.request([Self.part("text", content), Self.part("file", file: "a", "b")]), limits: limits)
    }
    let short = try await read("0123456789")
    #expect(short.fields["text"] == "0123456789" && Array(short.files.keys) == ["file"])
    let long = String(repeating: "0123456789", count: 300)
    let form = try await read(long)
    #expect(form.fields["text"] == nil)
    #expect(try form.files["text"]?.content.bytes() == Array(long.utf8))
    // The disk is not needed for it.
    let full = try await self.read(
      Self.request([Self.part("text", "a")]), in: UploadFolder("/tmp", sparing: .max), limits: limits)
    #expect(full.fields["text"] == "a")
  }

  @Test func `a file has no name in its folder, and its space is free with its last reference`() async throws {
    try await TemporaryFolder.with { folder in
      var form: UploadForm? = try await read(
        Self.request([Self.part("file", file: "a", "content")]), in: UploadFolder(folder.path, sparing: 0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      #expect(form?.files["file"]?.content.count == 7)
      #expect(try Self.openFiles(in: folder) == 1)
      form = nil
      #expect(try Self.openFiles(in: folder) == 0)
    }
  }

  /// The number of files that were in a folder and are open.
  private static func openFiles(in folder: TemporaryFolder) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
      do {
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
        return target.contains(folder.path)
      } catch {
        // Closed meanwhile.
        return false
      }
    }
  }

  @Test func `what a process left in the folder is swept away, and nothing else`() async throws {
    try await TemporaryFolder.with { folder in
      for name in [".upload-1", ".upload-x", "fourfold.sqlite"] { try folder.write("", to: name) }
      UploadFolder(folder.path).sweep()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["fourfold.sqlite"])
    }
  }

  @Test func `a form that is too large is refused with 413, by its length before it is read`() async throws {
    let large = String(repeating: "x", count: 100_001)
    #expect(await refusal(Self.request([Self.part("file", file: "a", large)])) == .contentTooLarge)
    #expect(await refusal(Self.request([Self.part("file", file: "a", String(large.dropFirst()))])) == nil)
    #expect(await refusal(Self.request([], length: 1_000_000)) == .contentTooLarge)
    #expect(await refusal(Self.request([Self.part("name", large)])) == .contentTooLarge)
    // What the app does not read counts as well.
    let many = Array(repeating: Self.part("other", large), count: 6)
    #expect(await refusal(Self.request(many)) == .contentTooLarge)
  }

  @Test func `a form that is no form is refused with its status`() async throws {
    #expect(await refusal(Self.request([], type: "text/plain")) == .unsupportedMediaType)
    #expect(await refusal(Self.request([], type: "multipart/form-data")) == .badRequest)
    #expect(await refusal(Self.request([Self.part("name", "a"), Self.part("name", "b")])) == .badRequest)
    #expect(
      await refusal(Self.request([Self.part("file", file: "a", ""), Self.part("file", file: "b", "")])) == .badRequest)
    #expect(await refusal(Self.request([Self.part("file", file: "a", "x")], isCutOff: true)) == .badRequest)
    #expect(await refusal(Self.request([])) == nil, "a form may be empty")
  }

  @Test func `a file that would leave too little free space is refused`() async throws {
    let problem = await #expect(throws: UploadProblem.self) {
      try await read(
        Self.request([Self.part("file", file: "a", "x")]),
        in: UploadFolder(FileManager.default.temporaryDirectory.path, sparing: .max))
    }
    #expect(problem == .diskFull)
  }

  @Test func `a folder that is not there is told`() async throws {
    let nowhere = UploadFolder("/nowhere/at/all")
    let problem = await #expect(throws: UploadProblem.self) { try await UploadedFile.with("text", in: nowhere) }
    #expect(problem == .failed(ENOENT))
  }
}
