import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A placeholder that stays beyond the deadline of its load is refused at start.
struct TimingMistakeTests {
  /// Waits for long, with the deadline of all pages.
  private enum Patient: Screen {
    static let name: ViewName = "patient"
    static let samples = [Sample<Patient>("one", content: NoCaption())]
    static let timing: Timing? = Timing(delay: .seconds(2), minimum: .seconds(29))
    static func view(of content: NoCaption, for look: DisplaySettings) -> NoCaption { content }
  }

  /// Has a deadline of its own.
  private enum Hasty: Screen {
    static let name: ViewName = "hasty"
    static let samples = [Sample<Hasty>("one", content: NoCaption())]
    static let timing: Timing? = Timing(delay: .seconds(1), minimum: .seconds(3), deadline: .seconds(2))
    static func view(of content: NoCaption, for look: DisplaySettings) -> NoCaption { content }
  }

  private let files: TemplateFiles

  init() throws { files = try TemplateFiles(TestTemplates.texts.merging(["patient/content": "Here."]) { $1 }) }

  private func problems(_ patience: Pages.Patience) throws -> String {
    let templates = try files.templates(screens: [Patient.self], isReloading: false)
    let pages = Pages(templates, patience: patience) { .problem($0) }
    do throws(TemplateProblems) {
      _ = try Router(context: PageRequestContext.self).refuseOtherMethods(checking: pages)
      return ""
    } catch {
      return error.description
    }
  }

  @Test func `the times of all pages are told with the place of the pages`() throws {
    let told = try problems(Pages.Patience(grace: .seconds(1), minimum: .seconds(2), deadline: .milliseconds(2500)))
    #expect(
      told.contains(/StatePagesTests\/TimingMistakeTests\.swift:\d+: Patience\(grace:minimum:deadline:\): a place/))
    #expect(told.contains("after 1.0 seconds for at least 2.0 seconds stays beyond the deadline of 2.5 seconds"))
  }

  @Test func `the times of a screen are compared with the deadline of all pages, or with its own`() throws {
    let told = try problems(Pages.Patience())
    #expect(told.hasPrefix("patient: Patient.timing: a placeholder that is shown after 2.0 seconds for at least 29.0"))
    #expect(try problems(Pages.Patience(deadline: .seconds(31))) == "")
    let own = TestTemplates.problems(["hasty/content": "Here."], screens: TestTemplates.screens + [Hasty.self])
    #expect(own.count == 1 && own[0].contains("Hasty.timing") && own[0].contains("the deadline of 2.0 seconds"))
  }
}
