import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of an account's tags.
enum TagsPage {
  /// The number of tags on a page. The open tasks of each are counted.
  static let size = 50

  /// A page of the tags.
  /// - Parameters:
  ///   - did: the recent change that its notice reports.
  ///   - renaming: the rejected form of a tag.
  static func page(
    _ number: Int, did: ChangeID?, for request: SignedInRequest, renaming: RejectedName? = nil
  ) async throws(Failure) -> Page {
    let recentChange = try await request.recentChange(of: did)
    let version = try await request.store.revision()?.description ?? "0"
    let content = request.store.loader { store throws(Interruption) in
      try await store.tags(number, of: size)
    } loaded: { page in
      Loaded(TagsScreen.Content(page: page, version: version, rejected: renaming), orEmpty: .nothingYet)
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

  /// `POST /tags/{id}`
  static func rename(_ id: TagID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    let typed = try form.required(FormField.name)
    let number = form[FormField.page].flatMap { Int($0) } ?? 1
    return try await request.submit {
      guard let tag = Tag(typed) else {
        let isBlank = typed.allSatisfy(\.isWhitespace)
        throw isBlank ? FieldError.noTag : FieldError(FieldProblem(.tags, .notATag(typed)))
      }
      return tag
    } write: { tag, store in
      let written = try await store.renameTag(id, to: tag, submission: submission)
      return await request.redirect(after: .changedTag(written?.change), at: .tags())
    } name: {
      $0.name
    } again: { error, _ async throws(Failure) in
      try await page(number, did: nil, for: request, renaming: RejectedName(tag: id, typed: typed, error: error))
    }
  }

  /// `POST /tags/{id}/remove`
  static func remove(_ id: TagID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    let number = form[FormField.page].flatMap { Int($0) } ?? 1
    return try await request.submit {
    } write: { _, store in
      let written = try await store.removeTag(id, submission: submission)
      return await request.redirect(after: .changedTag(written?.change), at: .tags())
    } again: { error, _ async throws(Failure) in
      try await page(number, did: nil, for: request, renaming: RejectedName(tag: id, typed: nil, error: error))
    }
  }
}

/// The form of a tag that was rejected.
struct RejectedName: Hashable, Sendable {
  let tag: TagID
  /// The new name as typed; nil if the tag was to be removed.
  let typed: String?
  let error: FieldError
}

/// The head of the page of tags.
struct TagsHead: Piece {
  static let template = "tags/head"
  static let fields: [String: Field<TagsHead>] = [
    "searchHref": .link { _ in .openSearch }
  ]
}
