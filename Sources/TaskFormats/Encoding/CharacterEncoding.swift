import Tasks

/// The character encoding of a file.
enum CharacterEncoding: Hashable {
  case utf8
  /// UTF-16 or UTF-32, with the number of bytes of a unit. Whether the first of them is the highest is not known without a mark.
  case wide(Int, isBig: Bool?)
  case windows1252
  /// An encoding that iconv converts, by iconv's name.
  case converted(String)

  /// The encoding of a `charset` parameter; nil for unknown ones, and for ASCII, which files of any encoding are declared as. As
  /// in the WHATWG Encoding Standard, ISO 8859-1 means Windows-1252.
  init?(charset: String) {
    let label = charset.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }
    switch label {
    case "utf8", "unicode11utf8": self = .utf8
    case "utf16", "ucs2", "unicode": self = .wide(2, isBig: nil)
    case "utf16le": self = .wide(2, isBig: false)
    case "utf16be": self = .wide(2, isBig: true)
    case "utf32", "ucs4": self = .wide(4, isBig: nil)
    case "utf32le": self = .wide(4, isBig: false)
    case "utf32be": self = .wide(4, isBig: true)
    case "iso88591", "88591", "latin1", "l1", "windows1252", "cp1252", "xcp1252": self = .windows1252
    default:
      guard let name = Self.converted[label] else { return nil }
      self = .converted(name)
    }
  }

  /// The encoding of the byte order mark, and the mark's length in bytes.
  static func marked(_ file: [UInt8]) -> (encoding: CharacterEncoding, length: Int)? {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if file.starts(with: [0xFF, 0xFE, 0, 0]) { return (.wide(4, isBig: false), 4) }
    if file.starts(with: [0, 0, 0xFE, 0xFF]) { return (.wide(4, isBig: true), 4) }
    if file.starts(with: [0xFF, 0xFE]) { return (.wide(2, isBig: false), 2) }
    if file.starts(with: [0xFE, 0xFF]) { return (.wide(2, isBig: true), 2) }
    return nil
  }

  /// Names for iconv, by label without hyphens. No other names are passed to iconv.
  private static let converted: [String: String] = {
    var names = [
      "iso88599": "CP1254", "latin5": "CP1254", "iso885911": "CP874", "tis620": "CP874", "windows874": "CP874",
      "latin2": "ISO-8859-2", "latin9": "ISO-8859-15", "koi8r": "KOI8-R", "koi8": "KOI8-R", "koi8u": "KOI8-U",
      "ibm866": "CP866", "cp866": "CP866", "macintosh": "MACINTOSH", "macroman": "MACINTOSH",
      "shiftjis": "CP932", "sjis": "CP932", "xsjis": "CP932", "windows31j": "CP932", "cp932": "CP932",
      "eucjp": "EUC-JP", "xeucjp": "EUC-JP", "iso2022jp": "ISO-2022-JP",
      "euckr": "CP949", "ksc56011987": "CP949", "windows949": "CP949", "cp949": "CP949",
      "gb2312": "GB18030", "gbk": "GB18030", "xgbk": "GB18030", "gb18030": "GB18030", "cp936": "GB18030",
      "big5": "BIG5-HKSCS", "big5hkscs": "BIG5-HKSCS", "cp950": "BIG5-HKSCS",
    ]
    for part in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16] { names["iso8859\(part)"] = "ISO-8859-\(part)" }
    for page in [1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258] {
      names["windows\(page)"] = "CP\(page)"
      names["cp\(page)"] = "CP\(page)"
    }
    return names
  }()
}
