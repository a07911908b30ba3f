public import StatePages

/// The static files.
public struct Assets: Sendable {
  let addresses: AssetAddresses
  let files: StaticFiles

  /// Reads the folder of static files.
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - basePath: the path below which the app is served, that of the templates.
  /// - Throws: ``StaticFileProblem`` if the folder, its styles, its icon or its speculation rules cannot be read.
  public init(_ folder: String, basePath: BasePath = .root) throws(StaticFileProblem) {
    files = try StaticFiles(folder, stylesheet: "fourfold", basePath: basePath)
    addresses = AssetAddresses(
      stylesheet: try files.address(of: "styles"), icon: try files.address(of: "icons/favicon.svg"),
      touchIcon: files.addresses["icons/touch-icon.png"], clear: try files.address(of: "icons/0.svg"),
      rules: try files.address(of: "speculation-rules.json"))
  }
}

/// The addresses of a page's assets. They change with the content, so the responses can be cached forever.
struct AssetAddresses: Hashable, Sendable {
  let stylesheet: String
  let icon: String
  let touchIcon: String?
  /// The transparent picture of the image buttons; see ``RowAnchor``. Its name is short, because a row has six.
  let clear: String
  /// The speculation rules: the links that a browser may prefetch; see ``SignedInRequest/prefetching(_:)``.
  let rules: String
}
