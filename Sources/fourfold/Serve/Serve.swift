import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import StatePages
import StatePagesServing
import TaskApp
import TaskStore
import UnixSignals

/// `fourfold serve`: wires the app together and serves it until shutdown.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves the app, and prints its address.",
    discussion: """
      Until there is an account, a set-up token is printed, too. It is needed to create the first account from another machine or \
      through a proxy, and not on this machine at localhost.

      Every option can also be set by an environment variable: FOURFOLD_HOSTNAME, FOURFOLD_PORT, FOURFOLD_DATABASE, \
      FOURFOLD_TEMPLATES, FOURFOLD_PUBLIC, FOURFOLD_TIME_ZONE, FOURFOLD_LANGUAGE, FOURFOLD_ALLOWED_HOSTS, FOURFOLD_SIGN_UP, \
      FOURFOLD_PLAIN_HTTP, FOURFOLD_TRUSTED_PROXIES, FOURFOLD_BASE_PATH, FOURFOLD_SECURITY_CONTACT, FOURFOLD_LOG_LEVEL, FOURFOLD_LOG_FORMAT, \
      FOURFOLD_LOG_REQUESTS, FOURFOLD_METRICS_HOSTNAME, FOURFOLD_METRICS_PORT, FOURFOLD_REHEARSE, FOURFOLD_DEMO, \
      FOURFOLD_ALLOW_PRIVATE_SOURCES, FOURFOLD_SOURCE_PORTS, FOURFOLD_REFRESH_EVERY, \
      FOURFOLD_QUOTA_MEGABYTES, FOURFOLD_QUOTA_TASKS, \
      FOURFOLD_REQUESTS_PER_MINUTE, FOURFOLD_BACKUP_FOLDER, FOURFOLD_BACKUP_EVERY, \
      FOURFOLD_BACKUP_KEEP, FOURFOLD_MAIL_SERVER, FOURFOLD_MAIL_USER, FOURFOLD_MAIL_PASSWORD_FILE, FOURFOLD_MAIL_FROM, \
      FOURFOLD_MAIL_SENDMAIL, FOURFOLD_MAIL_IN_DOMAIN. Options take precedence.

      Examples: fourfold serve --port 9000 --backup-folder /mnt/backups
                fourfold serve --base-path /tasks --trusted-proxies 127.0.0.1 --allowed-hosts example.org

      Exit codes: 0 if a signal has stopped it; 1 if it could not start, or failed; 64 for wrong options.
      """)

  @Option(help: "The address to listen on; 0.0.0.0 for all interfaces. (default: 127.0.0.1)")
  var hostname: String?
  @Option(help: "The port to listen on; 0 for any free port. (default: 8080)")
  var port: Int?
  @OptionGroup var file: DatabaseOption
  @Option(
    help: "The folder of the templates. (default: Templates, installed with the program or in the working directory)")
  var templates: String?
  @Option(
    help: "The folder of the static files. (default: Public, installed with the program or in the working directory)")
  var `public`: String?
  @Option(help: "The time zone that determines what is due today, such as Europe/Berlin. (default: the system's)")
  var timeZone: String?
  @Option(help: "The language of readers whose browsers accept none that there is, such as de or en-US. (default: en)")
  var language: String?
  @Option(help: "Host names to accept besides localhost and IP addresses, separated by commas.")
  var allowedHosts: String?
  @Option(help: "Whether visitors may create accounts: open or closed. (default: closed)")
  var signUp: String?
  @Flag(name: .customLong("plain-http"), help: "Allow signing in over unencrypted HTTP from other machines.")
  var plainHTTP = false
  @Option(
    help: """
      Addresses and networks of trusted proxies, separated by commas, such as 127.0.0.1,10.0.0.0/8. Their X-Forwarded-For, \
      -Proto and -Host headers are used.
      """)
  var trustedProxies: String?
  @Option(
    help: """
      The path below which the app is served, such as /tasks, if a proxy gives it only a part of a host. The proxy passes the path of \
      a request on as it is. (default: none, the whole host)
      """)
  var basePath: String?
  @Option(
    help: """
      Where to report security problems, such as mailto:security@example.org or https://example.org/security. Published at \
      /.well-known/security.txt. (default: none)
      """)
  var securityContact: String?
  @OptionGroup var sources: SourceOptions
  @OptionGroup var quotas: QuotaOptions
  @OptionGroup var backups: BackupOptions
  @OptionGroup var mail: MailOptions
  @OptionGroup var metrics: MetricsOptions
  @OptionGroup var log: LogOptions
  @Flag(
    help:
      "For development: hold any region in any state with ?rehearse=, and show every screen in every state at /gallery."
  )
  var rehearse = false
  @Flag(
    help: "Serve sample lists from a temporary database, with a gallery of every screen in every state at /gallery."
  )
  var demo = false

  func run() async throws {
    StandardStreams.outliveReaders()
    let settings = try ServeSettings(self, ProcessInfo.processInfo.environment)
    LoggingSystem.bootstrap { label in settings.log.handler(label) }
    var logger = Logger(label: "fourfold")
    logger.logLevel = settings.log.level
    do {
      if settings.isDemo {
        try await Demo(settings: settings, logger: logger) { [logger] in try await Self.serve($0, logger) }.run()
      } else {
        try await Self.serve(settings, logger)
      }
    } catch let problem as StartProblem {
      LineOutput.standardError.write(line: problem.description)
      throw ExitCode.failure
    }
  }

  private static func serve(_ settings: ServeSettings, _ logger: Logger) async throws {
    // Before the database is opened: a second process must not migrate the schema of a running one.
    let lock = try settings.lock(logger)
    defer { lock?.remove() }
    let (app, store) = try settings.app(logger)
    let started = Started()
    let hasAccounts: Bool
    do { hasAccounts = try await store.hasAccounts() } catch { hasAccounts = false }
    let manager = ServiceManager(ProcessInfo.processInfo.environment, logger: logger)
    let notifying: [any Service] = manager.map { [NotifyService(manager: $0)] } ?? []
    let server = Application(
      responder: MeteredResponder(base: try app.responder(), report: settings.reports(to: app)), server: .clientBound(),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.hostname, port: settings.port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(OpenFiles.connections(logger), logger: logger)),
      onServerRunning: { channel in
        started.isListening = true
        settings.announce(channel.localAddress, hasAccounts: hasAccounts)
        manager?.send(.ready)
      }, logger: logger)
    for warning in settings.warnings { logger.warning("\(warning)") }
    if let problem = settings.backups?.problem { logger.error("no backups can be made: \(problem)") }
    // Shut down in reverse order: the server stops accepting, its pages end, then the fetches that they wait for.
    var services: [any Service] = [
      // Shut down last, so that it writes the session uses of the last requests.
      PeriodicService.uses(of: app, logger), PeriodicService.sweep(of: store, logger),
      PeriodicService.purge(of: store, app.renderCache, logger),
      PeriodicService.check(of: store, logger, zone: settings.zone), PeriodicService.deletion(in: store, logger),
    ]
    if let backups = settings.backups { services.append(PeriodicService.backups(of: store, by: backups, logger)) }
    if let address = settings.metrics {
      let page = MetricsPage(app: app, store: store, hosts: settings.hosts.union([address.hostname.lowercased()]))
      services.append(page.server(at: address, logger))
    }
    services +=
      [RefreshService(app: app, logger: logger), ReminderService(app: app, logger: logger), server] + notifying
    let group = ServiceGroup(configuration: .lasting(services: services, logger: logger))
    do {
      try await group.run()
      logger.notice("stopped")
    } catch let problem as StartProblem {
      close(store, settings, logger)
      throw problem
    } catch {
      if !started.isListening { throw StartProblem(listening: settings, error) }
      close(store, settings, logger)
      throw error
    }
    close(store, settings, logger)
  }

  private static func close(_ store: TaskStore, _ settings: ServeSettings, _ logger: Logger) {
    do throws(StoreError) {
      if let log = try store.close() { settings.announce(log) }
    } catch {
      logger.error("the database did not close", metadata: ["error": "\(error)"])
    }
  }
}

extension ServiceGroupConfiguration {
  /// Lets running requests finish at shutdown, for ten seconds at most.
  fileprivate static func lasting(services: [any Service], logger: Logger) -> Self {
    var configuration = ServiceGroupConfiguration(
      services: services.map { .init(service: $0, failureTerminationBehavior: .gracefullyShutdownGroup) },
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    return configuration
  }
}
