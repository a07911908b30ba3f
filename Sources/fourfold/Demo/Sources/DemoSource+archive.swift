import Tasks

extension DemoSource {
  /// A file that exceeds the size limit, streamed slowly enough to watch its progress.
  static let archive = DemoSource(
    name: "Town archive", path: "/archive.txt",
    behaviour: .pouring(
      DemoText(.plain) { today in
        (1...500).map { folder in
          let since = today.adding(days: -folder).iso
          return "(C) \(since) Sort the letters in folder \(folder) and describe them in a line +archive @cellar\n"
        }.joined()
      }, bytes: 5 << 20))
}
