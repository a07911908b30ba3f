import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StateViews
import TaskStore
import Tasks

/// A list as one HTML file, with boxes and a button that sends them back. It is opened from a disk, so its styles are in itself.
struct TakeAlongFile: Piece {
  static let template = "take-along/file"
  static let fields: [String: Field<TakeAlongFile>] = [
    "lang": .text { $0.look.language }, "dir": .text { Writing.direction(of: $0.look.language) },
    "name": .text(\.list.name), "address": .address(\.address), "file": .text(\.file),
    "on": .text { DayPrinter($0.look).fullDate($0.look.today) },
    "until": .text { DayPrinter($0.look).fullDate($0.look.today.adding(days: Limits.takenDays)) },
    "parts": .rows(\.parts), "more": .number(\.more.ifAny), "empty": .flag { $0.parts.isEmpty },
  ]

  struct Part: TemplateView {
    static let fields: [String: Field<Part>] = ["name": .optional(\.name), "rows": .rows(\.rows)]
    let name: String?
    let rows: [Row]
  }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.row.id.description }, "title": .text(\.row.title), "due": .optional(\.due),
      "depth": .optional { $0.row.place.depth > 0 ? String($0.row.place.depth) : nil },
    ]
    let row: TaskRow
    /// The date, not its distance: the file is read later.
    let due: String?
  }

  private let list: ListSummary
  private let address, file: String
  private let parts: [Part]
  /// The number of tasks that have no room in it.
  private let more: Int
  private let look: DisplaySettings

  /// `GET /lists/{id}/take-along`.
  static func send(_ id: ListID, to request: SignedInRequest) async throws -> Response {
    let view = try await TakeAlongFile(id, request)
    let templates = try request.app.pages.templates.current().get()
    let name = ContentDisposition(name: view.list.name, suffix: "-\(request.reader.today.iso).html")
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-store", .contentDisposition: name.field,
      ],
      body: ResponseBody(
        byteBuffer: ByteBuffer(string: templates.spoken(in: request.look.language).render(view).html)))
  }

  private init(_ id: ListID, _ request: SignedInRequest) async throws(Failure) {
    let header = try await request.listHeader(id)
    guard header.list.filter == nil, header.source == nil else { throw Failure(.notFound) }
    (list, look) = (header.list, request.look)
    let days = DayPrinter(look)
    let sections: [(name: String?, place: ShownSection)] =
      [(nil, header.sections.isEmpty ? .all : .unsectioned)] + header.sections.map { ($0.name, .section($0.id)) }
    var (parts, left, more): ([Part], Int, Int) = ([], Limits.largestPage, 0)
    for section in sections {
      let page = try await request.store.openPage(
        1, of: max(1, left), in: id, section: section.place, subtasks: .all)
      let rows = page.rows.prefix(left).map { row in Row(row: row, due: row.due.map(days.weekdayAndDate)) }
      left -= rows.count
      more += max(page.paging.total, page.rows.count) - rows.count
      if !rows.isEmpty { parts.append(Part(name: section.name, rows: rows)) }
    }
    (self.parts, self.more) = (parts, more)
    let client = request.anonymous.client
    address = client.origin + request.app.basePath.address(request.address(of: .openList(id)))
    file = TakenFile(of: id, for: request.reader.account, revision: header.list.revision, at: look.now)
      .signed(with: request.signingKey)
  }
}
