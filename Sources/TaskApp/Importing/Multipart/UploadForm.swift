import Hummingbird
import NIOCore
import StatePages
import Tasks

/// A submitted form with files: `multipart/form-data` (RFC 7578). Files go to the disk as they arrive.
///
/// ```swift
/// let form = try await UploadForm(request, files: ["file"], in: folder, limits: .init(file: 50_000_000)) { $0 == "name" }
/// let file = form.files["file"]
/// ```
///
/// Limit the number of forms that are read at once: each can fill the disk up to its limits.
struct UploadForm: Sendable {
  struct File: Sendable {
    /// The name of the file, as the client sends it; nil for a field without one. Empty if no file was chosen.
    let name: String?
    let content: UploadedFile
  }

  let fields: FormBody
  /// The files, by the names of their fields.
  let files: [String: File]

  static func isSent(by request: Request) -> Bool {
    request.headers[.contentType].map { $0.lowercased().hasPrefix("multipart/form-data") } ?? false
  }

  /// Reads the form of a request.
  /// - Parameters:
  ///   - names: the names of the fields that are stored as files, such as those of long text. Other files are ignored.
  ///   - reads: whether the app reads a field of this name.
  /// - Throws: ``RequestProblem`` with status 415 for another content type, 413 for too large a form, 400 for bytes that are no form,
  ///   or for a repeated field; ``UploadProblem`` if a file can't be stored.
  init(
    _ request: Request, files names: Set<String>, in folder: UploadFolder, limits: MultipartLimits,
    reads: @escaping @Sendable (String) -> Bool
  ) async throws {
    guard let type = request.headers[.contentType], Self.isSent(by: request) else { throw RequestProblem.wrongType }
    try FormBody.requirePlain(request)
    guard let boundary = MultipartBoundary(contentType: type) else { throw RequestProblem.malformed }
    let most = limits.body(files: names.count)
    // Rejects by the declared length, before the body is read.
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most {
      throw RequestProblem.tooLarge
    }
    var parser = MultipartParser(boundary, limits: limits)
    var reading = UploadReading(names, folder, limits, reads)
    var bytesLeft = most
    var pieces = request.body.makeAsyncIterator()
    while let piece = try await Self.next(of: &pieces) {
      bytesLeft -= piece.readableBytes
      guard bytesLeft >= 0 else { throw RequestProblem.tooLarge }
      for event in try parser.parse(piece) { try reading.consume(event) }
      if reading.isFull { reading = try await reading.storing() }
    }
    try parser.finish()
    reading = try await reading.storing()
    fields = FormBody(reading.fields)
    files = reading.files
  }

  /// The next piece of the body. A client that has disconnected ends it with an error.
  private static func next(of pieces: inout RequestBody.AsyncIterator) async throws(RequestProblem) -> ByteBuffer? {
    do { return try await pieces.next() } catch { throw .cutOff }
  }
}

private struct UploadReading: Sendable {
  /// The number of bytes that are written at once.
  static let batch = 256 << 10

  private(set) var fields: [(name: String, value: String)] = []
  private(set) var files: [String: UploadForm.File] = [:]
  private let names: Set<String>
  private let folder: UploadFolder
  private let limits: MultipartLimits
  /// The names of the fields so far that the app reads.
  private var known: Set<String> = []
  private let reads: @Sendable (String) -> Bool
  private var part: Part?
  private var fieldBytes = 0
  private var batches: [(file: UploadedFile, bytes: ByteBuffer)] = []
  private var waiting = 0

  private enum Part: Sendable {
    case field(String, ByteBuffer)
    case file(UploadedFile, count: Int)
    /// The value of a file without a name, which is a field unless it is too long or no text.
    case typed(String, ByteBuffer)
    /// The value of a field that the app does not read.
    case ignored
  }

  init(
    _ names: Set<String>, _ folder: UploadFolder, _ limits: MultipartLimits,
    _ reads: @escaping @Sendable (String) -> Bool
  ) {
    (self.names, self.folder, self.limits, self.reads) = (names, folder, limits, reads)
  }

  /// Whether enough bytes wait to be written.
  var isFull: Bool { waiting >= Self.batch }

  mutating func consume(_ event: MultipartParser.Event) throws {
    switch (event, part) {
    case (.began(let head), _): part = try begin(head)
    case (.content(let bytes), .field(let name, var value)?):
      fieldBytes += bytes.readableBytes
      guard fieldBytes <= limits.fields else { throw RequestProblem.tooLarge }
      value.writeImmutableBuffer(bytes)
      part = .field(name, value)
    case (.content(let bytes), .file(let file, let count)?):
      guard count + bytes.readableBytes <= limits.file else { throw RequestProblem.tooLarge }
      part = .file(file, count: count + bytes.readableBytes)
      batches.append((file, bytes))
      waiting += bytes.readableBytes
    case (.ended, .field(let name, let value)?):
      guard let text = String(validating: value.readableBytesView, as: UTF8.self) else {
        throw RequestProblem.malformed
      }
      fields.append((name, text))
      part = nil
    case (.content(let bytes), .typed(let name, var value)?):
      value.writeImmutableBuffer(bytes)
      part = value.readableBytes > limits.typed ? try store(value, as: name) : .typed(name, value)
    case (.ended, .typed(let name, let value)?):
      if let text = String(validating: value.readableBytesView, as: UTF8.self) {
        fields.append((name, text))
      } else {
        try store(value, as: name)
      }
      part = nil
    case (.content, .ignored?), (.content, nil): break
    case (.ended, .file?), (.ended, .ignored?), (.ended, nil): part = nil
    }
  }

  private mutating func begin(_ head: MultipartHead) throws -> Part {
    let isFile = names.contains(head.name)
    guard isFile || head.fileName == nil && reads(head.name) else { return .ignored }
    guard known.insert(head.name).inserted else { throw RequestProblem.malformed }
    guard isFile else { return .field(head.name, ByteBuffer()) }
    // Without a choice, a browser sends an empty file with an empty name.
    if head.fileName ?? "" == "", limits.typed > 0 { return .typed(head.name, ByteBuffer()) }
    let file = try folder.file()
    files[head.name] = UploadForm.File(name: head.fileName, content: file)
    return .file(file, count: 0)
  }

  @discardableResult private mutating func store(_ text: ByteBuffer, as name: String) throws -> Part {
    guard text.readableBytes <= limits.file else { throw RequestProblem.tooLarge }
    let file = try folder.file()
    files[name] = UploadForm.File(name: nil, content: file)
    batches.append((file, text))
    waiting += text.readableBytes
    return .file(file, count: text.readableBytes)
  }

  /// Writes what waits for it.
  func storing() async throws -> UploadReading {
    guard waiting > 0 else { return self }
    let batches = batches
    try await BackgroundThread.run { () throws(UploadProblem) in
      for batch in batches { try batch.file.append(batch.bytes) }
    }
    var reading = self
    (reading.batches, reading.waiting) = ([], 0)
    return reading
  }
}
