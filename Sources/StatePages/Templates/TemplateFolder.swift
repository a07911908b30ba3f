import Foundation

struct TemplateFolder {
  static let ending = ".mustache"
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The text of every template, by its path in the folder without the extension.
  /// - Throws: a problem for the folder if it cannot be listed, and one for each file that is not UTF-8 text.
  func texts() throws(TemplateProblems) -> [String: String] {
    var texts: [String: String] = [:]
    var problems: [TemplateProblems.Problem] = []
    for name in try names() {
      do {
        texts[name] = try String(contentsOfFile: "\(path)/\(name)\(Self.ending)", encoding: .utf8)
      } catch {
        problems.append(.init(template: name, line: nil, message: "cannot be read as UTF-8 text"))
      }
    }
    guard problems.isEmpty else { throw TemplateProblems(problems: problems) }
    return texts
  }

  /// The modification date of each template and catalogue: differs when any was changed, added or removed.
  func stamp(with words: [String] = []) -> [String: Date] {
    var stamp: [String: Date] = [:]
    let templates = (FileManager.default.enumerator(atPath: path) ?? .init()).compactMap { $0 as? String }
      .filter(Self.isTemplate).map { ($0, "\(path)/\($0)") }
    for (file, path) in templates + words.map({ ($0, $0) }) {
      do {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        stamp[file] = attributes[.modificationDate] as? Date ?? .distantPast
      } catch {
        // Removed since it was listed, as editors do when saving: treated as missing.
        continue
      }
    }
    return stamp
  }

  private func names() throws(TemplateProblems) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue,
      let files = FileManager.default.enumerator(atPath: path)
    else {
      throw TemplateProblems(problems: [
        .init(template: path, line: nil, message: "there is no such folder of templates")
      ])
    }
    return files.compactMap { $0 as? String }
      .filter(Self.isTemplate)
      .map { String($0.dropLast(Self.ending.count)) }
      .sorted()
  }

  /// Whether a file is a template. Hidden files are not: editors save temporary copies as such.
  private static func isTemplate(_ file: String) -> Bool {
    file.hasSuffix(ending) && !file.split(separator: "/").contains { $0.hasPrefix(".") }
  }
}
