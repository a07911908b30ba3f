import Tasks
import Testing

@testable import TaskApp

struct FieldErrorTests {
  @Test(arguments: [
    (Duration.zero, "1"), (.milliseconds(1), "1"), (.seconds(60), "1"), (.milliseconds(60_001), "2"),
    (.seconds(119), "2"), (.seconds(180), "3"),
  ])
  func `a wait is in minutes, rounded up, one at least`(wait: Duration, minutes: String) {
    #expect(FieldError.tooManyTries(wait: wait).limit == minutes)
  }

  @Test(arguments: [InputField.password, .newPassword, .passwordAgain])
  func `an error about a password does not say that the text is still there`(field: InputField) {
    let problems: [Problem] = [.blank, .tooLong(limit: 256), .tooLarge(bytes: 4096)]
    for problem in problems {
      let told = FieldError(FieldProblem(field, problem)).template
      #expect(["errors/no-password", "errors/password-too-long"].contains(told))
    }
  }
}
