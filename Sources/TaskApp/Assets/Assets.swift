package import StatePages

package struct Assets: Sendable {
  let addresses: AssetAddresses
  let files: StaticFiles
  /// The name of the file of ``PublicRoute/clearImage``.
  let clearImage: String

  /// Reads the folder of static files.
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - basePath: the path below which the app is served, that of the templates.
  ///   - isReloading: whether a changed stylesheet shows on reload.
  /// - Throws: ``ConfigurationProblem`` if the folder, its styles, its icon or its speculation rules cannot be read.
  package init(
    _ folder: String, basePath: BasePath = .root, isReloading: Bool = Pages.isDebugBuild
  ) throws {
    files = try StaticFiles(folder, stylesheet: "fourfold", basePath: basePath, isReloading: isReloading)
    clearImage = String(try files.address(of: "icons/0.svg").split(separator: "/").last ?? "")
    addresses = AssetAddresses(
      stylesheet: try files.address(of: "styles"), gallery: try files.address(of: "gallery.css"),
      icon: try files.address(of: "icons/favicon.svg"), appIcon: try files.address(of: "icons/app.png"),
      maskableIcon: try files.address(of: "icons/maskable.png"), touchIcon: files.addresses["icons/touch-icon.png"],
      clear: PublicRoute.clearImage.path, rules: try files.address(of: "speculation-rules.json"))
  }
}

/// The addresses of a page's assets. They change with the content, so the responses can be cached forever.
struct AssetAddresses: Hashable, Sendable {
  let stylesheet: String
  /// The styles of the gallery's own pages.
  let gallery: String
  let icon: String
  /// The icons of the installed app; the second may be cut to any shape.
  let appIcon: String
  let maskableIcon: String
  let touchIcon: String?
  /// See ``PublicRoute/clearImage``.
  let clear: String
  /// The speculation rules: the links that a browser may prefetch; see ``SignedInRequest/prefetching(_:)``.
  let rules: String
}
