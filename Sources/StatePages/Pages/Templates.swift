import Foundation
import Hummingbird
import Synchronization

/// Where the templates of an app come from.
///
/// A release build reads them once. A debug build looks at the folder again for every page, unless told otherwise: a changed
/// template shows on reload, and a broken one shows where it is broken.
public final class Templates: Sendable {
  private let folder: String
  private let isReloading: Bool
  private let load: @Sendable () throws(TemplateProblems) -> Catalogue
  private let latest: Mutex<(stamp: [String: Date], catalogue: Result<Catalogue, TemplateProblems>)>

  /// Loads and verifies the templates of a folder; see ``Catalogue/init(_:screens:gates:pieces:links:)``.
  /// - Parameter isReloading: whether ``current()`` looks for changes in the folder.
  /// - Throws: everything that is wrong with them.
  public init(
    _ folder: String, screens: [any Screen.Type], gates: [any Gate.Type] = [], pieces: [any Piece.Type],
    links: [String: String] = [:], isReloading: Bool = Pages.isDebugBuild
  ) throws(TemplateProblems) {
    self.folder = folder
    self.isReloading = isReloading
    load = { () throws(TemplateProblems) in
      try Catalogue(folder, screens: screens, gates: gates, pieces: pieces, links: links)
    }
    latest = Mutex((TemplateFolder(folder).stamp(), .success(try load())))
  }

  /// The templates as they are now; the problems, where they are reloaded and were broken since.
  public func current() -> Result<Catalogue, TemplateProblems> {
    guard isReloading else { return latest.withLock { $0.catalogue } }
    let stamp = TemplateFolder(folder).stamp()
    return latest.withLock { latest in
      if latest.stamp != stamp {
        latest = (stamp, Result { () throws(TemplateProblems) in try load() })
      }
      return latest.catalogue
    }
  }
}

extension TemplateProblems {
  /// For the developer who is editing: where the templates are broken. A release build never gets here.
  var response: Response {
    Response(
      status: .internalServerError, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "The templates are broken.\n\n\(description)\n")))
  }
}
