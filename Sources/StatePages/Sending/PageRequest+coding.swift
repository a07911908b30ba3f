import HTTPTypes
import Hummingbird

extension PageRequest {
  /// The coding of the answer.
  ///
  /// The length of a compressed page tells how much what it repeats has in common with what is secret in it (the attack called
  /// BREACH). No page holds a token, but all hold what their reader keeps, and some repeat what an address says: what was
  /// searched for, the way to load again. Whoever reads lengths on the line would have to make the reader's browser ask for
  /// addresses of their choice, with its cookie. A picture or a frame of another site carries none (`SameSite=Lax`), but
  /// a window that it opens or leads here does. So what another site asks for is never compressed: a browser says so by
  /// `Sec-Fetch-Site`, over HTTPS, and without HTTPS there is nothing left to find out.
  ///
  /// What stays possible needs an old browser (Safari before 16.4), or text that others write into pages of their readers, a
  /// list from elsewhere above all, and then it goes no faster than those readers look at them.
  var coding: ContentCoding {
    switch header(Self.site) {
    case "cross-site", "same-site": .identity
    default: ContentCoding(acceptedIn: request.headers)
    }
  }

  /// The form of a tag that the reader has, that of the answer's coding before any other; nil if they have none.
  ///
  /// In either form it is the same page, and what the answer names must be what the reader has (RFC 9111, section 4.3.4).
  func form(known tag: EntityTag) -> String? {
    guard let known = request.headers[.ifNoneMatch] else { return nil }
    // What a browser sends, who has one page of an address.
    for form in ContentCoding.allCases.map(tag.form) where known == form { return form }
    let coding = coding
    let forms = [tag.form(in: coding)] + ContentCoding.allCases.filter { $0 != coding }.map(tag.form)
    if known == "*" { return forms.first }
    let tags = known.split(separator: ",").map { tag in
      let tag = tag.drop { $0 == " " }.prefix { $0 != " " }
      return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
    return forms.first { form in tags.contains { $0 == form } }
  }
}
