import StateViews

/// The index of a gallery: a picture of each screen's content and a table of screens and states, or the stories in one state.
struct GalleryIndex: Piece {
  static let template = "gallery/index"
  static let fields: [String: Field<GalleryIndex>] = [
    "allHref": .address { $0.gallery.address(of: .index(state: nil)).text },
    "isAll": .flag { $0.state == nil },
    "state": .optional(\.state),
    "states": .rows { index in index.states.map { StateLink(index: index, state: $0) } },
    "pictures": .rows { index in
      index.screens.compactMap { index.stories(of: $0, in: "content").first }
        .map { StoryLink(gallery: index.gallery, story: $0) }
    },
    "screens": .rows { index in index.screens.map { ScreenRow(index: index, name: $0) } },
  ]
  let gallery: Gallery
  /// The state that the stories are limited to.
  let state: String?

  /// The states of the columns: those that there are, in the order in which a screen passes through them.
  fileprivate var states: [String] {
    let known = ["unloaded", "loading", "content", "empty", "other", "failed", GateState.name]
    return known.filter { state in gallery.stories.contains { $0.stateName == state } }
  }

  /// The screens that have a story here.
  private var screens: [String] {
    gallery.stories.filter { state == nil || $0.stateName == state }.map(\.screen.path).uniqued
  }

  fileprivate func stories(of screen: String, in state: String?) -> [Story] {
    gallery.stories.filter { $0.screen.path == screen && (state == nil || $0.stateName == state) }
  }

  /// A filter by state, and the head of its column.
  struct StateLink: TemplateView {
    static let fields: [String: Field<StateLink>] = [
      "name": .text(\.state),
      "href": .address { $0.index.gallery.address(of: .index(state: $0.state)).text },
      "isCurrent": .flag { $0.state == $0.index.state },
    ]
    let index: GalleryIndex
    let state: String
  }

  /// A screen, with the number of its stories in each state, or with the stories themselves.
  struct ScreenRow: TemplateView {
    static let fields: [String: Field<ScreenRow>] = [
      "name": .text(\.name),
      "href": .address { $0.index.gallery.address(of: .screen($0.name)).text },
      "counts": .rows { row in row.index.states.map { Count(row: row, state: $0) } },
      "stories": .rows { row in
        row.index.stories(of: row.name, in: row.index.state).map { StoryLink(gallery: row.index.gallery, story: $0) }
      },
    ]
    let index: GalleryIndex
    let name: String
  }

  /// The number of a screen's stories in a state.
  struct Count: TemplateView {
    static let fields: [String: Field<Count>] = [
      "number": .optional { $0.number == 0 ? nil : String($0.number) },
      "name": .text(\.row.name), "state": .text(\.state),
      "href": .address {
        var address = $0.row.index.gallery.address(of: .screen($0.row.name))
        address.fragment = $0.state
        return address.text
      },
    ]
    let row: ScreenRow
    let state: String

    private var number: Int { row.index.stories(of: row.name, in: state).count }
  }
}

/// The stories of a screen in a gallery, in groups of like ones.
struct GalleryScreen: Piece {
  static let template = "gallery/screen"
  static let fields: [String: Field<GalleryScreen>] = [
    "name": .text(\.name),
    "allHref": .address { $0.gallery.address(of: .index(state: nil)).text },
    "groups": .rows(\.groups),
  ]
  let gallery: Gallery
  let name: String
  let stories: [Story]

  /// The stories by kind. A failure's kind is a part of it, such as `failed/source-failed`.
  private var groups: [Group] {
    stories.map(\.group).uniqued.map { name in
      Group(gallery: gallery, name: name, stories: stories.filter { $0.group == name }, anchor: anchor(of: name))
    }
  }

  /// The id of a group's heading: the state, if it is the first group of that state.
  private func anchor(of group: String) -> String {
    let first = stories.first { $0.group == group }
    let isFirst = stories.first { $0.stateName == first?.stateName }?.group == group
    return isFirst ? first?.stateName ?? group : group.replacing("/", with: "-")
  }

  struct Group: TemplateView {
    static let fields: [String: Field<Group>] = [
      "name": .text(\.name), "anchor": .text(\.anchor),
      "count": .text { String($0.stories.count) },
      "stories": .rows { group in group.stories.map { StoryLink(gallery: group.gallery, story: $0) } },
    ]
    let gallery: Gallery
    let name: String
    let stories: [Story]
    let anchor: String
  }
}

struct StoryLink: TemplateView {
  static let fields: [String: Field<StoryLink>] = [
    "screen": .text(\.story.screen.path), "state": .text(\.story.state),
    "href": .address { $0.gallery.address(of: $0.story).text },
    "frame": .address(\.frame),
  ]
  let gallery: Gallery
  let story: Story

  /// The page of the story's region alone.
  private var frame: String {
    var address = gallery.address(of: story)
    address.query.append(.init(String(RegionPage.parameter), story.region.name))
    return address.text
  }
}

extension Story {
  /// The name of the group that the story is shown in.
  fileprivate var group: String {
    guard stateName == "failed" else { return stateName }
    return state.split(separator: "/").prefix(2).joined(separator: "/")
  }
}

extension [String] {
  /// Without repetitions, in the order of their first occurrences.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
