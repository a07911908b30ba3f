/// Where a page finds what it links: addresses that change with what lies there, so that it may be kept for ever.
struct AssetAddresses: Hashable, Sendable {
  let stylesheet: String
  let icon: String
  let touchIcon: String?
  /// Which pages a browser may ask for ahead of a click; see ``SignedInRequest/ahead(_:)``.
  let rules: String
}
