import Foundation
import NetworkAddresses

/// The address of a page on its site, parsed: the path, the query and the fragment.
///
/// It knows the syntax of RFC 3986 only; ``StepAddresses`` gives addresses their meaning.
///
/// ```swift
/// var address = flow.address(after: .opened(4), at: .shelf(page: 1))
/// address.fragment = "notes"
/// address.text  // /books/4#notes
/// ```
public struct PageAddress: Hashable, Sendable {
  /// A name of the query, with its value if it has one.
  @usableFromInline package struct QueryItem: Hashable, Sendable {
    package let name: String
    /// The value, decoded; nil for a name alone, such as `?arrange`.
    package let value: String?

    package init(_ name: String, _ value: String? = nil) {
      self.name = name
      self.value = value
    }
  }

  /// The maximum length of an address with a step, in UTF-8 bytes: what the head of a request has room for. Forms may hold longer ones.
  public static let mostBytes = 24 * 1024

  /// The segments of the path, not decoded; none for `/`.
  public var path: [String]
  package var query: [QueryItem]
  /// The id of the element that the address points to.
  public var fragment: String?

  @usableFromInline package init(path: [String] = [], query: [QueryItem] = [], fragment: String? = nil) {
    (self.path, self.query, self.fragment) = (path, query, fragment)
  }

  /// Parses an address of a link or of a request; nil if it is not a path of this site.
  ///
  /// A path that begins with two slashes, or has a backslash, is none: as a link, browsers take it for another host.
  ///
  /// The path is not decoded, so that one page has one address. In the query a plus is a space, as in forms; a value
  /// that is not percent-encoded UTF-8 is taken unchanged.
  public init?(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let halves = (parts.first ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = halves.first, path.utf8.first == UInt8(ascii: "/"), !path.utf8.starts(with: "//".utf8),
      !path.utf8.contains(UInt8(ascii: "\\"))
    else { return nil }
    self.path =
      path == "/" ? [] : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    query = (halves.count > 1 ? halves[1] : "").split(separator: "&").map { pair in
      let item = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return QueryItem(String(item.first ?? ""), item.count > 1 ? Self.decoded(item[1]) : nil)
    }
    fragment = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The address as written in a link.
  public var text: String {
    var text = pathText
    var separator = "?"
    for item in query {
      text += separator
      text += item.name
      if let value = item.value {
        text += "="
        text += value.utf8.allSatisfy(Self.isUnreserved) ? value : value.percentEncoded
      }
      separator = "&"
    }
    if let fragment {
      text += "#"
      text += fragment
    }
    return text
  }

  private var pathText: String {
    guard !path.isEmpty else { return "/" }
    var text = ""
    text.reserveCapacity(path.reduce(0) { $0 + 1 + $1.utf8.count })
    for segment in path {
      text += "/"
      text += segment
    }
    return text
  }

  /// The form that requests the page: browsers drop the query of a form's action.
  public var form: FormAction { .get(pathText, query.map { FormAction.HiddenField($0.name, $0.value ?? "") }) }

  /// Whether a byte needs no encoding anywhere in an address (RFC 3986, section 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch UnicodeScalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
    case _: false
    }
  }

  private static func decoded(_ value: Substring) -> String {
    value.replacing("+", with: " ").removingPercentEncoding ?? String(value)
  }
}
