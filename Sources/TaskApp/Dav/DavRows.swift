import Hummingbird
import Logging
import NIOCore
import NetworkAddresses
import Scheduling
import StatePages
import StateViews
import TaskStore
import Tasks

/// The resources of a multi-status response, read and printed piece by piece, so that no more of it is in memory than a piece.
struct DavRows: Sendable {
  enum Row: Sendable {
    /// The element of a response that is there already, or what follows the last one.
    case text(String)
    /// A collection of the account, by its name.
    case collection(String)
    /// A task of the collection, if it matches the filter; or that the collection has it no more.
    case entry(ObjectEntry)
    /// An address that is asked for, and the name of the resource there; nil if it is none of the collection.
    case address(String, name: String?)
    /// A task with its text, and the address that is asked for, if it is.
    case object(StoredObject, at: String?)
  }

  let request: DavRequest
  let wanted: WantedProperties
  /// The address of the collection, with its slash.
  let base: String
  /// The collection of entries and addresses.
  var collection: CalendarCollection?
  var filter: DavFilter?
  var rows: [Row] = []
  /// The next row.
  private var next = 0

  /// The size from which on a piece is complete, in bytes.
  static let pieceBytes = 64 << 10
  /// The maximum number of rows whose texts are read at once, and the bytes from which on no more are.
  private static let (portion, portionBytes) = (200, 1 << 20)

  init(_ request: DavRequest, _ wanted: WantedProperties, below base: String = "") {
    (self.request, self.wanted, self.base) = (request, wanted, base)
  }

  /// The next piece; nil at the end. It may be empty. Pieces are made one at a time, also those of other accounts, and their readers take
  /// turns with those of long pages.
  mutating func piece() async throws -> String? {
    guard next < rows.count else { return nil }
    let turns = request.signedIn.app.pages.longPages
    guard await turns.begin(request.account.name) else { throw StoreError.cancelled }
    defer { turns.end(request.account.name) }
    var piece = ""
    try await readTexts()
    while next < rows.count, piece.utf8.count < Self.pieceBytes, !needsText(rows[next]) {
      piece += try await element(rows[next])
      next += 1
    }
    return piece
  }

  private func needsText(_ row: Row) -> Bool {
    switch row {
    case .text, .collection, .object: false
    case .entry(let entry): entry.tag != nil && (wanted.needText || filter != nil)
    case .address: true
    }
  }

  /// Replaces the next rows that need their texts by these.
  private mutating func readTexts() async throws {
    guard let collection, needsText(rows[next]) else { return }
    let part = rows[next...].prefix(Self.portion).prefix(while: needsText)
    var (entries, addresses): ([TaskID], [(href: String, name: String?)]) = ([], [])
    for row in part {
      switch row {
      case .entry(let entry): entries.append(entry.task)
      case .address(let href, let name): addresses.append((href, name))
      case .text, .collection, .object: break
      }
    }
    let store = request.store
    // The client sends nothing back to a followed list.
    let noteTexts = wanted.giveText && !collection.isFollowed
    // A report has rows of one kind.
    if !entries.isEmpty {
      let read = try await store.objects(entries, in: collection.list, upTo: Self.portionBytes)
      let found = read.objects.filter { filter?.matches($0.text) ?? true }
      if noteTexts { try await store.noteRead(found) }
      rows.replaceSubrange(next..<(next + read.count), with: found.map { .object($0, at: nil) })
    } else {
      let names = addresses.compactMap(\.name)
      let read = try await store.objects(named: names, in: collection.list, upTo: Self.portionBytes)
      if noteTexts { try await store.noteRead(Array(read.objects.values)) }
      // Names that were not read yet stay for the next piece.
      var rest = read.count
      let done = addresses.prefix { address in
        if address.name != nil { rest -= 1 }
        return rest >= 0
      }
      let found = done.map { href, name -> Row in
        guard let object = name.flatMap({ read.objects[$0] }) else {
          return .text(wanted.status.response(href, status: "404 Not Found"))
        }
        return .object(object, at: href)
      }
      rows.replaceSubrange(next..<(next + done.count), with: found)
    }
  }

  private func element(_ row: Row) async throws -> String {
    let properties = DavProperties(request: request)
    func response(_ href: String, _ resource: DavResource) -> String {
      wanted.response(href, resource, properties)
    }
    switch row {
    case .text(let text): return text
    case .collection(let segment):
      // The collection may be gone by now.
      guard let collection = try await request.store.calendarCollection(segment) else { return "" }
      return response(base + segment.percentEncoded + "/", .collection(collection))
    case .entry(let entry):
      guard let collection else { return "" }
      let href = base + entry.href.percentEncoded
      guard entry.tag != nil else { return wanted.status.response(href, status: "404 Not Found") }
      return response(href, .object(entry, nil, collection))
    case .object(let object, let href):
      guard let collection else { return "" }
      return response(href ?? base + object.href.percentEncoded, .object(object.entry, object, collection))
    case .address: return ""
    }
  }
}

extension DavRows {
  /// The size up to which an answer is sent whole, in bytes.
  private static let wholeBytes = 64 << 10
  /// The number of rows up to which an answer waits for no other one of its account before it is made.
  static let fewRows = 500

  /// The response: whole if it is short, otherwise at the pace of the client.
  /// - Parameter turn: the account's turn to be sent a long answer, if it was waited for already.
  func response(_ turn: Permit? = nil) async throws -> Response {
    var (rest, turn) = (self, turn)
    if turn == nil, rows.count > Self.fewRows { turn = try await request.turn() }
    var head = wanted.status.start
    while head.utf8.count <= Self.wholeBytes {
      guard let piece = try await rest.piece() else {
        return .multiStatus(ResponseBody(byteBuffer: ByteBuffer(string: head + wanted.status.end)))
      }
      head += piece
    }
    if turn == nil { turn = try await request.turn() }
    let (channel, logger) = (request.signedIn.context.channel, request.signedIn.context.logger)
    return .multiStatus(
      ResponseBody { [head, rest, turn] writer in
        defer { withExtendedLifetime(turn) {} }
        var rest = rest
        do {
          try await writer.write(ByteBuffer(string: head))
          while let piece = try await rest.piece() {
            try Task.checkCancellation()
            if !piece.isEmpty { try await writer.write(ByteBuffer(string: piece)) }
            try await channel?.settle()
          }
          try await writer.write(ByteBuffer(string: rest.wanted.status.end))
          try await writer.finish(nil)
        } catch {
          if !Task.isCancelled {
            logger.notice("an answer to a CalDAV client was cut off", metadata: ["error": "\(error)"])
          }
          throw error
        }
      })
  }
}

extension DavRequest {
  /// How long an answer may wait for other long ones of its account.
  private static let patience = Duration.seconds(20)

  /// Waits until no other long answer of the account is under way.
  func turn() async throws -> Permit {
    let app = signedIn.app
    if let permit = await app.davAnswers.permit(for: account.id, within: Self.patience, on: app.clock) { return permit }
    throw Task.isCancelled ? StoreError.cancelled : Failure(.unavailable, "not-now", retry: .after(.seconds(30)))
  }
}
