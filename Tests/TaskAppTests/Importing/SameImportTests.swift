import Foundation
import StateViews
import TaskFormats
import Tasks
import Testing

@testable import TaskApp

/// The import page and `fourfold import` read a file alike.
struct SameImportTests {
  @Test func `each sample has one result, at the page and in the command`() async throws {
    let world = try await World()
    let folder = URL(filePath: "../../Samples", relativeTo: URL(filePath: #filePath))
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    var count = 0
    for file in files where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      count += 1
      let bytes = Array(try Data(contentsOf: file))
      let content = try await UploadedFile.with(
        String(decoding: bytes, as: UTF8.self), in: world.app.imports.uploads.folder)
      let choices = ImportChoices(usualOrder: .monthFirst)
      let upload = Upload(content: content, name: file.lastPathComponent, choices: choices)
      let page: Result<[PortableList], UnreadableFile>
      do {
        let read = try await UploadReader.read(
          upload, sections: .sections, in: zone, now: Date(timeIntervalSince1970: 1_781_481_600)
        ) { _ in }
        page = .success(read.lists)
      } catch {
        page = .failure(.unknown)
      }
      let command = Result { () throws(UnreadableFile) in
        try PortableFile(
          importing: bytes, named: file.path, in: zone, now: Date(timeIntervalSince1970: 1_781_481_600),
          choices: choices
        ).converting(.sections).lists
      }
      #expect((try? page.get()) == (try? command.get()), "\(file.lastPathComponent)")
      #expect((try? command.get()) != nil, "\(file.lastPathComponent)")
    }
    #expect(count >= 15)
  }

  @Test func `dates are read in the order of the account, else of its zone or language`() {
    func order(_ settings: AccountSettings, _ language: String) -> DateOrder { settings.dateOrder(in: language) }
    let (berlin, chicago) = ("Europe/Berlin", "America/Chicago")
    func settings(_ language: String? = nil, _ zone: String? = nil, _ order: DateOrder? = nil) -> AccountSettings {
      AccountSettings(language: language, timeZone: zone, theme: .system, rows: 100, dateOrder: order)
    }
    #expect(order(settings(), "en-US") == .monthFirst && order(settings(), "en-GB") == .dayFirst)
    #expect(order(settings(nil, chicago), "en-GB") == .monthFirst && order(settings(nil, berlin), "en-US") == .dayFirst)
    #expect(
      order(settings("de", chicago), "de") == .dayFirst && order(settings("en-US", berlin), "en-US") == .monthFirst)
    #expect(order(settings("en-US", chicago, .dayFirst), "en-US") == .dayFirst)
  }
}
