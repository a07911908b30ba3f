import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum TagsPage {
  /// The number of tags on a page. The open tasks of each are counted.
  static let size = 50

  /// A page of the tags.
  /// - Parameter did: the recent change that its notice reports.
  static func page(_ number: Int, did: ChangeID?, for request: SignedInRequest) async throws(Failure) -> Page {
    let recentChange = try await request.recentChange(of: did)
    let content = request.store.loader { store throws(Interruption) in
      try await store.tags(number, of: size)
    } loaded: { page in
      Loaded(TagsScreen.Content(page: page), orEmpty: .nothingYet)
    }
    // Not cached: a tag without tasks is removed without a change.
    return Page(
      request.layout(.tags, notice: recentChange?.notice(at: .tags())), for: request.look, cacheKey: nil
    ) {
      PagePart.piece("head", TagsHead())
      Region<TagsScreen>(
        "tags", content, cacheKey: nil, retry: request.retry(at: .tags(page: number)), placement: .page)
    }
  }
}

struct TagsHead: Piece {
  static let template = "tags/head"
  static let fields: [String: Field<TagsHead>] = [
    "searchHref": .link { _ in .openSearch }
  ]
}

enum TagNamePage {
  /// The page, with the field for the new name.
  /// - Parameters:
  ///   - typed: the rejected name; nil for the tag's own.
  ///   - error: why it, or the removal of the tag, was rejected.
  static func page(
    _ id: TagID, typed: String? = nil, error: FieldError? = nil, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    let tag = try await request.store.tag(id)
    return try await SearchPage.page(
      SearchParameters(tag: tag), for: request, renaming: TagRename(value: typed ?? tag.name, error: error))
  }
}
