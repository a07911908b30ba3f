import StateViews
import TaskStore
import Tasks
import Testing

@testable import TaskApp

struct FieldErrorTests {
  @Test func `tasks at a time are not those of a list`() {
    let error = FieldError(FieldProblem(.titles, .tooMany(limit: 1_000)))
    #expect(error.template == "words/error.too-many-at-once" && error.limit == 1_000)
    #expect(FieldError(.limit(.tasksAtOnce(1_000)), name: "")?.template == "words/error.too-many-at-once")
    #expect(FieldError(.limit(.tasks(10_000)), name: "")?.template == "words/error.too-many")
  }

  @Test func `the allowed ports are listed`() {
    let usual = SourceFailure.blockedPort(8_080).facts(within: FetchBounds())
    #expect(usual == ["port": .text("8080"), "ports": .text("80"), "lastPort": .text("443")])
    let more = SourceFailure.blockedPort(8_080).facts(within: FetchBounds(ports: [8_443, 8_000]))
    #expect(more["ports"] == .text("80, 443, 8000") && more["lastPort"] == .text("8443"))
  }

  @Test(arguments: [
    (Duration.zero, 1), (.milliseconds(1), 1), (.seconds(60), 1), (.milliseconds(60_001), 2),
    (.seconds(119), 2), (.seconds(180), 3),
  ])
  func `a wait is in minutes, rounded up, one at least`(wait: Duration, minutes: Int) {
    #expect(FieldError.tooManyTries(wait: wait).limit == minutes)
  }

  @Test(arguments: [InputField.password, .newPassword, .passwordAgain])
  func `an error about a password does not say that the text is still there`(field: InputField) {
    let problems: [Problem] = [.blank, .tooLong(limit: 256), .tooLarge(bytes: 4096)]
    for problem in problems {
      let told = FieldError(FieldProblem(field, problem)).template
      #expect(
        ["words/error.no-password", "words/error.password-too-long", "words/error.password-too-large"].contains(told))
    }
  }
}
