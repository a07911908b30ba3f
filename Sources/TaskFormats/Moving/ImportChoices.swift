package import Tasks

/// What a reader chooses about a file whose content leaves it open.
package struct ImportChoices: Hashable, Sendable {
  /// The encoding of text that declares none and is not UTF-8; nil for the usual one.
  package var encoding: TextEncoding?
  /// The order of dates such as `03/04/2027`; nil for the one of the file's other dates, or else the usual one.
  package var dateOrder: DateOrder?
  /// The order in which the reader writes dates.
  package var usualOrder: DateOrder

  package init(encoding: TextEncoding? = nil, dateOrder: DateOrder? = nil, usualOrder: DateOrder = .dayFirst) {
    (self.encoding, self.dateOrder, self.usualOrder) = (encoding, dateOrder, usualOrder)
  }
}

/// What the content of a file leaves open.
package struct ImportQuestions: Hashable, Sendable {
  /// The first date whose day could be its month.
  package var ambiguousDate: String?
  /// The first lines of a text of an unknown encoding that have other characters than those of ASCII, as they are read; empty if the
  /// encoding is known.
  package var sample: [String] = []

  package init() {}

  /// Whether nothing is open.
  package var isEmpty: Bool { ambiguousDate == nil && sample.isEmpty }

  /// Adds those of another file of an archive.
  mutating func add(_ other: ImportQuestions) {
    ambiguousDate = ambiguousDate ?? other.ambiguousDate
    sample = Array((sample + other.sample).prefix(Self.mostLines))
  }

  static let mostLines = 5
}

/// The encodings of text files, besides UTF-8, that programs write without declaring them.
package enum TextEncoding: String, CaseIterable, Hashable, Sendable {
  case western = "windows-1252"
  case centralEuropean = "windows-1250"
  case cyrillic = "windows-1251"
  case cyrillicKOI8 = "koi8-r"
  case greek = "windows-1253"
  case turkish = "windows-1254"
  case hebrew = "windows-1255"
  case arabic = "windows-1256"
  case baltic = "windows-1257"
  case vietnamese = "windows-1258"
  case thai = "windows-874"
  case japanese = "shift_jis"
  case japaneseEUC = "euc-jp"
  case simplifiedChinese = "gb18030"
  case traditionalChinese = "big5"
  case korean = "euc-kr"
  case macintosh
}

/// The bounds of one import.
package struct ImportLimits: Hashable, Sendable {
  /// The maximum size of the file, in bytes.
  package var fileBytes: Int
  /// The maximum size of all files in an archive, unpacked, in bytes.
  package var unpackedBytes: Int
  /// The maximum number of files in an archive.
  package var files: Int
  /// The maximum number of tasks in all lists, and of lists.
  package var tasks: Int

  package init(fileBytes: Int, unpackedBytes: Int, files: Int, tasks: Int) {
    (self.fileBytes, self.unpackedBytes, self.files, self.tasks) = (fileBytes, unpackedBytes, files, tasks)
  }

  /// The limits of the app: 50 MB, unpacked 64 MB in 2,000 files, and 100,000 tasks.
  package static let standard = ImportLimits(
    fileBytes: 50_000_000, unpackedBytes: 64_000_000, files: 2_000, tasks: 100_000)

  /// The maximum size of all files in an archive, unpacked: at most 100 times its own size, as files of people are. Small archives may
  /// have more.
  func unpacked(from packed: Int) -> Int { min(unpackedBytes, max(packed * 100, 1_000_000)) }
}
