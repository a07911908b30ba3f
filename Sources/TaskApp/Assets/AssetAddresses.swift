/// The addresses of a page's assets. They change with the content, so the responses can be cached forever.
struct AssetAddresses: Hashable, Sendable {
  let stylesheet: String
  let icon: String
  let touchIcon: String?
  /// The speculation rules: the links that a browser may prefetch; see ``SignedInRequest/ahead(_:)``.
  let rules: String
}
