import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of deleted lists and tasks.
enum TrashPage {
  /// A page of the trash.
  /// - Parameter did: the recent change that its notice reports.
  static func page(_ asked: PageQuery, did: ChangeID?, for request: SignedInRequest) async throws(Failure) -> Page {
    let size = request.look.rows
    let revision = try await request.store.revision()
    let recentChange = try await request.recentChange(of: did)
    let isEmptying = try await request.store.isEmptyingTrash()
    let content = request.store.loader { store throws(Interruption) in
      try await store.trash(page: asked.page, of: size)
    } loaded: { page in
      Loaded(TrashScreen.Content(page, part: asked.part, isEmptying: isEmptying), orEmpty: .nothingYet)
    }
    return Page(
      request.layout(.trash, notice: recentChange?.notice), for: request.look,
      cacheKey: isEmptying ? nil : request.cacheKey(recentChange, revision?.description ?? "0")
    ) {
      PagePart.piece("head", TrashHead())
      Region<TrashScreen>(
        "trash", content,
        cacheKey: isEmptying ? nil : request.part(revision?.description ?? "0", asked.page, asked.part, size),
        retry: request.retry(at: .trash(page: asked)), placement: .page)
    }
  }
}

struct TrashHead: Piece {
  static let template = "trash/head"
  static let fields: [String: Field<TrashHead>] = [:]
}
