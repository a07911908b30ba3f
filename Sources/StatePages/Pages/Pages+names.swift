import Crypto

/// Names of rendered pages and regions: build, templates and look, combined with their cache keys.
extension Pages {
  /// A short name of the build, or of this process if the build is nil.
  static func named(_ build: String?) -> String {
    hexadecimal(SHA256.hash(data: Array((build ?? process).utf8)).prefix(6))
  }

  /// Identifies this process.
  private static let process = String(UInt64.random(in: .min ... .max), radix: 16)

  /// Identifies the build of the app and its templates; the prefix of every name.
  func salt(_ catalogue: Catalogue) -> String { build + catalogue.hash }

  /// The scope of a page's region cache keys: build, templates and look.
  func setting(of page: Page, _ catalogue: Catalogue) -> String {
    CacheKey(salt(catalogue), page.look.cacheKey).description
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The ETag of a page, known before anything loads; nil unless all of its parts have cache keys.
  func entityTag(of page: Page, _ catalogue: Catalogue) -> EntityTag? {
    guard let cacheKey = page.cacheKey, page.status == nil else { return nil }
    var parts: [any CustomStringConvertible & Sendable] = [
      salt(catalogue), cacheKey, page.look.cacheKey, page.stylesheet,
    ]
    for region in page.regions {
      guard let cacheKey = region.cacheKey else { return nil }
      parts.append(cacheKey)
    }
    let digest = SHA256.hash(data: Array(CacheKey(parts).description.utf8))
    return EntityTag(name: Self.hexadecimal(digest.prefix(12)))
  }
}
