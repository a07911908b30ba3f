import Crypto
public import HTTPTypes
package import Hummingbird
import NIOCore
import NetworkAddresses

/// The content coding of a body (RFC 9110, section 8.4).
package enum ContentCoding: Hashable, Sendable, CaseIterable {
  case identity
  /// One gzip member (RFC 1952).
  case gzip

  /// The available coding that the client prefers (RFC 9110, section 12.5.3): gzip, if it ranks at least as high as
  /// identity.
  ///
  /// No client is refused: one that accepts nothing, or none of these codings, gets identity, and so does one with an
  /// unreadable header.
  package init(acceptedIn headers: HTTPFields) {
    var weights: [String: Double] = [:]
    for wish in (headers[.acceptEncoding] ?? "").split(separator: ",") {
      let parts = wish.lowercased().filter { $0 != " " && $0 != "\t" }.split(
        separator: ";", omittingEmptySubsequences: false)
      let weight =
        parts.count == 1 ? 1 : parts.count == 2 && parts[1].hasPrefix("q=") ? Double(parts[1].dropFirst(2)) : nil
      guard let weight, (0...1).contains(weight) else { continue }
      let coding = parts[0] == "x-gzip" ? "gzip" : String(parts[0])
      weights[coding] = min(weights[coding] ?? 1, weight)
    }
    let weight = weights["gzip"] ?? weights["*"] ?? 0
    self = weight > 0 && weight >= weights["identity"] ?? 0 ? .gzip : .identity
  }

  /// The value of `Content-Encoding`; nil for no header.
  package var field: String? {
    switch self {
    case .identity: nil
    case .gzip: "gzip"
    }
  }
}

extension PageRequest {
  /// The coding of the response.
  ///
  /// The length of a compressed page shows how much the input that it repeats has in common with its secrets (the
  /// BREACH attack). No page holds a token, but all hold their reader's data, and some repeat parts of the address: a
  /// search term, the reload link. To attack, an eavesdropper has to make the reader's browser request addresses of
  /// their choice, with its cookie. Images and frames on another site send none (`SameSite=Lax`), but a window that it
  /// opens or redirects does. So a request from another site is never answered compressed: browsers report it by
  /// `Sec-Fetch-Site`, over HTTPS; without HTTPS the page is readable anyway.
  ///
  /// The remaining attacks need an old browser (Safari before 16.4), or text that others write into a reader's pages,
  /// above all in remote lists, and then are no faster than the reader's own requests.
  var coding: ContentCoding {
    switch header(Self.site) {
    case "cross-site", "same-site": .identity
    default: ContentCoding(acceptedIn: request.headers)
    }
  }

  /// The form of a tag that the client has, preferring that of the response's coding; nil if it has none.
  ///
  /// All forms are of the same page, and the tag in the response must be one that the client has (RFC 9111, section
  /// 4.3.4).
  func form(known tag: EntityTag) -> String? {
    guard let known = request.headers[.ifNoneMatch] else { return nil }
    // Fast path: browsers send one tag per address.
    for form in ContentCoding.allCases.map(tag.form) where known == form { return form }
    let coding = coding
    let forms = [tag.form(in: coding)] + ContentCoding.allCases.filter { $0 != coding }.map(tag.form)
    if known == "*" { return forms.first }
    let tags = request.headers.knownTags
    return forms.first { form in tags.contains { $0 == form } }
  }
}

extension HTTPFields {
  /// The entity tags in `If-None-Match`, without the marks of weak ones, which don't count there (RFC 9110, section 13.1.2). `*`
  /// matches any.
  public var knownTags: [Substring] {
    (self[.ifNoneMatch] ?? "").split(separator: ",").map { tag in
      let tag = tag.drop { $0 == " " }.prefix { $0 != " " }
      return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
  }
}

/// The entity tag of a response's bytes. Each coding has a form of its own, because a strong tag identifies the bytes
/// as they are sent (RFC 9110, section 8.8.3.3).
struct EntityTag: Hashable, Sendable {
  /// The common part of all forms, without quotes.
  let name: String

  init(name: String) { self.name = name }

  /// A hash of the plain bytes.
  init(of plain: ByteBuffer) {
    let digest = plain.withUnsafeReadableBytes { SHA256.hash(data: $0) }
    name = digest.prefix(12).hexadecimal
  }

  /// The value of `ETag` for a coding.
  func form(in coding: ContentCoding) -> String {
    switch coding {
    case .identity: "\"\(name)\""
    case .gzip: "\"\(name)-gzip\""
    }
  }
}

extension Response {
  /// A response that is sent while it is made, piece by piece, each compressed separately if the client accepts that.
  /// - Parameters:
  ///   - headers: its headers; `Content-Encoding` is added.
  ///   - status: its status.
  ///   - coding: its content coding.
  ///   - write: writes the body without finishing it. If it throws, the body is cut off, which the client can detect.
  package static func written(
    _ headers: HTTPFields, status: HTTPResponse.Status = .ok, in coding: ContentCoding,
    _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> Response {
    var headers = headers
    headers[.contentEncoding] = coding.field
    let body = ResponseBody { writer in
      var coded = coding.coding(writer)
      try await write(&coded)
      try await coded.finish(nil)
    }
    return Response(status: status, headers: headers, body: body)
  }
}
