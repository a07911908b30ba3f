import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

/// The page with the formats to export a list or a search in.
enum ExportPage {
  /// What has already happened at the page: a followed list, or a search for nothing, has nothing to export.
  static func event(at subject: ExportSubject, for request: SignedInRequest) async throws(Failure) -> TaskEvent? {
    switch subject {
    case .list(let id): try await request.store.list(id).source == nil ? nil : .wants(.openList(id))
    case .search(let asked):
      ExportRequest.Scope(matching: asked, for: request.look) == nil ? .wants(.search(asked)) : nil
    }
  }

  /// The page of the formats.
  /// - Parameter error: why there is no file, if one was requested.
  static func page(
    of subject: ExportSubject, for request: SignedInRequest, error: FieldError? = nil
  ) async throws(Failure) -> Page {
    switch subject {
    case .list(let id):
      let list = try await request.store.list(id)
      return page(
        ExportHead(subject: subject, name: list.name, isFilter: list.filter != nil), request, error)
    case .search(let asked):
      return page(
        ExportHead(subject: subject, name: asked.query, isFilter: true), request, error)
    }
  }

  private static func page(
    _ head: ExportHead, _ request: SignedInRequest, _ error: FieldError?
  ) -> Page {
    Page(request, .export, name: head.name) {
      head
      ExportFormats(subject: head.subject, isFilter: head.isFilter, error: error)
    }
  }
}

struct ExportHead: Piece {
  static let template = "export/head"
  static let fields: [String: Field<ExportHead>] = [
    "name": .optional { $0.name.map { ShortText.of($0) } },
    "isList": .flag { if case .list = $0.subject { true } else { false } },
    "filter": .flag(\.isFilter),
    "backHref": .link { $0.subject.page },
  ]
  let subject: ExportSubject
  /// The name of the list, or the text of the search.
  let name: String?
  /// Whether the tasks are matches of a search.
  let isFilter: Bool
}

struct ExportFormats: Piece {
  static let template = "export/formats"
  static let fields: [String: Field<ExportFormats>] = [
    "formats": .rows { view in
      ExportFormat.files.map { ExportFormatRow(format: $0, subject: view.subject, isFilter: view.isFilter) }
    },
    "error": .view(\.error),
  ]
  let subject: ExportSubject
  let isFilter: Bool
  var error: FieldError?
}

private struct ExportFormatRow: TemplateView {
  static let fields: [String: Field<ExportFormatRow>] = [
    "href": .link { .export($0.subject, as: $0.format) },
    "filter": .flag(\.isFilter),
    "json": .flag { $0.format == .json },
    "table": .flag { $0.format == .table }, "exactTable": .flag { $0.format == .exactTable },
    "calendar": .flag { $0.format == .iCalendar },
    "markdown": .flag { $0.format == .markdown },
    "todoTxt": .flag { $0.format == .todoTxt },
  ]
  let format: ExportFormat
  let subject: ExportSubject
  let isFilter: Bool
}

extension ExportSubject {
  /// The page that shows it.
  fileprivate var page: TaskIntent {
    switch self {
    case .list(let id): .openList(id)
    case .search(let asked): .search(asked)
    }
  }
}

extension ExportFormat {
  /// The formats of files that pages offer. Events are for calendars that subscribe.
  static let files: [ExportFormat] = allCases.filter { $0 != .events }
}
