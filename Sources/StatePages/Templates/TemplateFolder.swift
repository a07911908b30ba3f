import Foundation

struct TemplateFolder {
  static let ending = ".mustache"
  private let path: String

  init(_ path: String) { self.path = path }

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

/// The library's own templates, embedded in the code: defaults for states without a template of the app, and the
/// wrappers of regions, placeholders and pieces.
enum EmbeddedTemplates {
  /// The folder of templates for states of any screen, here and in the app's templates.
  static let folder = "states"

  static let texts: [String: String] = [
    "states/unloaded": EmbeddedTexts.unloaded_mustache,
    "states/empty": EmbeddedTexts.empty_mustache,
    "states/other": EmbeddedTexts.other_mustache,
    "states/failed": EmbeddedTexts.failed_mustache,
    "states/failed/unavailable/stopping": EmbeddedTexts.failed_stopping_mustache,
    "states/refresh-failed/unavailable/stopping": EmbeddedTexts.refresh_failed_stopping_mustache,
    "states/refreshing": EmbeddedTexts.refreshing_mustache,
    "states/refresh-failed": EmbeddedTexts.refresh_failed_mustache,
    "states/status": EmbeddedTexts.status_mustache,
    "states/still-working": EmbeddedTexts.still_working_mustache,
    "states/retry": EmbeddedTexts.retry_mustache,
    "states/actions": EmbeddedTexts.actions_mustache,
    "states/way-out": EmbeddedTexts.way_out_mustache,
    "states/dismiss": EmbeddedTexts.dismiss_mustache,
    "forms/input": EmbeddedTexts.form_input_mustache,
    "forms/textarea": EmbeddedTexts.form_textarea_mustache,
    "forms/error": EmbeddedTexts.form_error_mustache,
    "forms/problem": EmbeddedTexts.form_problem_mustache,
    GalleryIndex.template: EmbeddedTexts.gallery_index_mustache,
    GalleryScreen.template: EmbeddedTexts.gallery_screen_mustache,
    RegionWrapper.template: EmbeddedTexts.region_mustache,
    Placeholder.template: EmbeddedTexts.placeholder_mustache,
    StatusLine.template: EmbeddedTexts.status_line_mustache,
    Slot.template: EmbeddedTexts.slot_mustache,
    FixedPiece.template: EmbeddedTexts.piece_mustache,
    RegionHead.template: EmbeddedTexts.region_head_mustache,
    RegionBody.template: EmbeddedTexts.region_body_mustache,
    ShadowRoot.template: EmbeddedTexts.shadow_root_mustache,
    Pane.template: EmbeddedTexts.pane_mustache,
    LiveStage.template: EmbeddedTexts.live_mustache,
    Renewal.template: EmbeddedTexts.renewal_mustache,
  ]

  /// The templates without those of single reasons that the messages have a record of.
  static func texts(besides messages: MessageCatalogue) -> [String: String] {
    texts.filter {
      messages.records[String($0.key.dropFirst(folder.count + 1))] == nil || !$0.key.contains("/unavailable/")
    }
  }
}

extension Verification {
  static let pieces: [any Piece.Type] = [
    RegionWrapper.self, Placeholder.self, StatusLine.self, Slot.self, FixedPiece.self, ShadowRoot.self, Pane.self,
    LiveStage.self, Renewal.self, RegionHead.self, RegionBody.self, GalleryIndex.self, GalleryScreen.self,
  ]
}
