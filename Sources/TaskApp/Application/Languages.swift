import Foundation

/// The languages of the pages, each with its regional variants, and the choice among them: the account's setting, else what the browser
/// accepts, else the server's.
package struct Languages: Sendable {
  /// A language that a reader can choose, by its name in itself.
  struct Choice: Sendable {
    let tag, name: String
  }

  /// The variants of languages that differ in dates, times or weeks, the usual one first.
  private static let variants = ["ar": ["ar", "ar-SA", "ar-AE", "ar-MA"], "en": ["en-GB", "en-US"]]
  /// The regions of those variants that are not the usual ones, by their dates, times and weeks (CLDR, `weekData`).
  private static let regions: [String: Set<String>] = [
    "en-US": ["US", "CA", "PH", "PR", "GU"], "ar-SA": ["SA", "YE"], "ar-AE": ["AE", "LB", "MR", "TN"],
    "ar-MA": ["MA", "EH"],
  ]

  let choices: [Choice]
  /// The language of readers whose browsers accept none.
  package let server: String
  private let tags: [String: String]

  /// - Parameters:
  ///   - catalogues: the languages of the catalogues, BCP 47 tags.
  ///   - server: the language of readers whose browsers accept none of them; the first catalogue's if there is no such catalogue.
  package init(_ catalogues: [String], server: String = "en") {
    let all = catalogues.flatMap { Self.variants[$0] ?? [$0] }
    choices = all.map { tag in
      let locale = Locale(identifier: tag)
      return Choice(
        tag: tag, name: locale.localizedString(forIdentifier: tag).map { $0.localizedCapitalized(locale) } ?? tag)
    }
    tags = Dictionary(all.map { ($0.lowercased(), $0) }) { first, _ in first }
    self.server = Self.tag(for: server, in: tags) ?? all.first ?? "en-GB"
  }

  /// The language for a setting or a part of `Accept-Language`; nil if there is none.
  func tag(for wanted: some StringProtocol) -> String? {
    let subtags = wanted.split(separator: "-")
    // A browser's plain "en" leaves the region to the server.
    if subtags.count == 1, wanted.lowercased() == server.prefix(while: { $0 != "-" }) { return server }
    return Self.tag(for: wanted, in: tags)
  }

  private static func tag(for wanted: some StringProtocol, in tags: [String: String]) -> String? {
    let wanted = wanted.lowercased()
    if let tag = tags[wanted] { return tag }
    let subtags = wanted.split(separator: "-")
    guard let language = subtags.first.map(String.init) else { return nil }
    let known = (variants[language] ?? [language]).compactMap { tags[$0.lowercased()] }
    let wantedRegions = subtags.dropFirst().map { $0.uppercased() }
    return known.first { tag in wantedRegions.contains { regions[tag]?.contains($0) == true } } ?? known.first
  }

  /// The most of a header that is read, in bytes and languages.
  private static let (mostBytes, most) = (1_000, 20)

  /// The language that a browser likes best of those there are (RFC 9110, section 12.5.4). What can't be read is passed over.
  func accepted(_ header: String?) -> String {
    guard let header, choices.count > 1 else { return server }
    var best: (tag: String, quality: Double)?
    for range in header.utf8.prefix(Self.mostBytes).split(separator: UInt8(ascii: ","), maxSplits: Self.most).prefix(
      Self.most)
    {
      let parts = String(decoding: range, as: UTF8.self).split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard let name = parts.first, !name.isEmpty else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      guard quality > 0, quality <= 1, quality > best?.quality ?? 0, let tag = name == "*" ? server : tag(for: name)
      else { continue }
      best = (tag, quality)
    }
    return best?.tag ?? server
  }
}

extension String {
  fileprivate func localizedCapitalized(_ locale: Locale) -> String { prefix(1).uppercased(with: locale) + dropFirst() }
}

/// How a language is written.
enum Writing {
  private static let rightToLeft = Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"])

  /// The direction of a page, as in the attribute `dir`.
  static func direction(of language: String) -> String {
    rightToLeft.contains(String(language.prefix { $0 != "-" })) ? "rtl" : "ltr"
  }
}
