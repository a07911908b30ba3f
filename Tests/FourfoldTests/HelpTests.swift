import ArgumentParser
import Testing

@testable import fourfold

struct HelpTests {
  @Test(
    arguments: [
      Serve.self, BackUp.self, Restore.self, Check.self, Follow.self, ImportCommand.self, ExportCommand.self,
      ShowConfig.self, Doctor.self, AddAccount.self, ListAccounts.self,
      SetPassword.self, SignOutAccount.self, DisableAccount.self, EnableAccount.self, SetQuota.self, SetOperator.self,
      RemoveAccount.self,
    ] as [any ParsableCommand.Type])
  func `every help has an example and the exit codes`(command: any ParsableCommand.Type) {
    let help = Fourfold.helpMessage(for: command, columns: 10_000)
    #expect(help.contains(/Examples?: .*fourfold [a-z]/))
    #expect(help.contains("Exit codes: 0 if "))
  }
}
