import StatePages
import StateViews
import TaskFormats
import Tasks

/// The task lists of a server to choose from.
enum CollectionsScreen: ListScreen, SourceScreen {
  static let name: ViewName = "collections"
  static let emptyReasons = [Reason.noLists(host: Samples.host, source: Samples.sourceID)]
  static let otherStates = [Reason.isList(host: Samples.host, source: Samples.sourceID)]

  static let fields: [String: Field<ListView<CollectionsScreen>>] = [
    "rows": .rows(\.rows), "error": .view(\.content.error),
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = ["url": .text(\.url), "name": .text(\.name), "place": .text(\.place)]
    let url, name, place: String

    init(_ collection: RemoteCollection) {
      url = collection.url
      place = collection.place
      name = collection.name.isEmpty ? place : collection.name
    }
  }

  struct Content: ListContent, Sendable {
    let collections: [RemoteCollection]
    /// Why the last choice was rejected.
    var error: FieldError?

    var count: Int { collections.count }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] { content.collections.map(Row.init) }

  static var samples: [Sample<CollectionsScreen>] {
    let caption = Caption(
      host: Samples.host, changeHref: Samples.address(of: .changeAddress(of: Samples.sourceID)),
      action: Samples.address(of: .chooseList(of: Samples.sourceID) as FollowIntent))
    return [
      Sample("several", caption: caption, content: Content(collections: Samples.collections)),
      Sample("gone", caption: caption, content: Content(collections: Samples.collections, error: .notAChoice)),
    ]
  }
}
