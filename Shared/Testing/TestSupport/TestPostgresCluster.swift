import Foundation
import Glibc
import Postgres
import TestPeers
import UnitSupport

/// A test's own PostgreSQL server, which it may stop and start.
package struct TestPostgresCluster: Sendable {
    /// The mode of stopping the server.
    package enum Stop: String, Sendable {
        /// As in a crash: without clean-up, with recovery at the next start.
        case immediate
        /// Ends sessions and shuts down in order.
        case fast
    }

    /// The superuser's sign-in.
    package let admin: PostgresConfiguration
    private let tools: Tools
    /// Directory of its files.
    package let directory: String
    /// Whether a separate file system is mounted at the directory.
    private var isMounted = false
    /// The file that fills the disk.
    private var ballast: String { directory + "/ballast" }

    /// Creates a cluster on a free port, starts it, runs the body, and removes it.
    ///
    /// The server never runs as root: when the test runs as root, the server runs as the system user `postgres`.
    ///
    /// - Parameters:
    ///   - diskMegabytes: Size of a separate file system, which only root can mount; nil for none.
    ///   - body: Receives the running server.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or of a missing dependency.
    package static func with<Value>(
        diskMegabytes: Int? = nil, _ body: (TestPostgresCluster) async throws -> Value
    ) async throws -> Value {
        let cluster = try await create(diskMegabytes: diskMegabytes)
        let result: Result<Value, any Error>
        do {
            try await cluster.start()
            result = .success(try await body(cluster))
        } catch {
            result = .failure(error)
        }
        // In a separate task, since the test's task may be cancelled by now.
        await Task { await cluster.remove() }.value
        return try result.get()
    }

    private static func create(diskMegabytes: Int?) async throws -> TestPostgresCluster {
        try UnitRun.skipTest(needing: "PostgreSQL")
        let tools = try Tools.find()
        let directory = "/tmp/foodmagic-postgres-\(UUID().uuidString.prefix(8).lowercased())"
        if let diskMegabytes { try await tools.mount(directory, megabytes: diskMegabytes) }
        try await tools.run("initdb", ["-D", directory, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"])
        let admin = try PostgresConfiguration(url: "postgres://postgres@127.0.0.1:\(try freePort())/postgres")
        return TestPostgresCluster(
            admin: admin, tools: tools, directory: directory, isMounted: diskMegabytes != nil)
    }

    /// Fills the disk that the server writes to, completely.
    package func fillDisk() async throws {
        precondition(isMounted, "a disk that others use is not filled")
        try await tools.shell("dd if=/dev/zero of='\(ballast)' bs=4k oflag=append conv=notrunc || true")
    }

    /// Frees space, starts the server if it has stopped, and returns when it accepts connections.
    package func freeDisk() async throws {
        try await tools.shell("rm -f '\(ballast)'")
        try await eventually("the server continues", every: .milliseconds(200)) {
            if let session = try? await DedicatedSession.open(admin) {
                session.close()
                return true
            }
            let isRunning = (try? await tools.run("pg_ctl", ["-D", directory, "status"])) != nil
            if !isRunning { try? await start() }
            return false
        }
    }

    /// Changes a setting of the whole server, or resets it to its default.
    package func set(_ name: String, to value: String?) async throws {
        let session = try await DedicatedSession.open(admin)
        defer { session.close() }
        if let value {
            try await session.execute("ALTER SYSTEM SET \(identifier: name) = \(raw: value)")
        } else {
            try await session.execute("ALTER SYSTEM RESET \(identifier: name)")
        }
        try await session.execute("SELECT pg_reload_conf()")
    }

    /// Starts the server and returns when it accepts connections.
    package func start() async throws {
        // The same number of connections as in deploy/postgres/cluster: two instances of every service need more than
        // 100.
        let options = [
            "-p \(admin.port)", "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off",
            "max_connections=300",
        ].joined(separator: " -c ")
        let log = directory + "/log"
        do {
            try await tools.run("pg_ctl", ["-D", directory, "-o", options, "-l", log, "-w", "start"])
        } catch {
            let lines = (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n").suffix(5) ?? []
            throw TestDatabase.Missing(description: "\(error): \(lines.joined(separator: " | "))")
        }
    }

    /// Stops the server and returns when it is gone.
    package func stop(_ mode: Stop) async throws {
        try await tools.run("pg_ctl", ["-D", directory, "-m", mode.rawValue, "-w", "stop"])
    }

    /// Copies the server into a replica that follows it by streaming, runs the body, and removes the replica.
    ///
    /// - Parameters:
    ///   - port: Where on 127.0.0.1 the replica reaches this server.
    ///   - body: Receives the running replica.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or of a missing dependency.
    package func withReplica<Value>(
        through port: Int, _ body: (TestPostgresCluster) async throws -> Value
    ) async throws -> Value {
        var reached = admin
        reached.port = try freePort()
        let replica = TestPostgresCluster(admin: reached, tools: tools, directory: directory + "-replica")
        let result: Result<Value, any Error>
        do {
            let source = ["-h", admin.host, "-p", "\(port)", "-U", "postgres", "-w"]
            try await tools.run(
                "pg_basebackup",
                source + ["-D", replica.directory, "-R", "-X", "stream", "-c", "fast", "--no-sync"])
            try await replica.start()
            result = .success(try await body(replica))
        } catch {
            result = .failure(error)
        }
        await Task { await replica.remove() }.value
        return try result.get()
    }

    /// Promotes a replica to a separate server that accepts writes.
    package func promote() async throws {
        try await tools.run("pg_ctl", ["-D", directory, "-w", "promote"])
    }

    /// Requires passwords of all roles but the superuser from now on.
    package func requirePasswords() async throws {
        let rules = "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
        let file = "\(directory)/pg_hba.conf"
        try await tools.shell("printf '%s' '\(rules)' > '\(file)'")
        try await tools.run("pg_ctl", ["-D", directory, "reload"])
        let session = try await DedicatedSession.open(admin)
        defer { session.close() }
        try await eventually("the server has read pg_hba.conf") {
            let file = "\(directory)/pg_hba.conf"
            let rows = try await session.query(
                "SELECT 1 WHERE pg_conf_load_time() >= (pg_stat_file(\(file))).modification")
            return !rows.isEmpty
        }
    }

    /// Enables TLS for connections that ask for it, with this certificate.
    package func serveTLS(_ identity: TestAuthority.Identity) async throws {
        for (name, text) in [("server.crt", identity.certificate), ("server.key", identity.key)] {
            try await tools.shell("umask 077 && printf '%s\\n' '\(text)' > '\(directory)/\(name)'")
        }
        try await set("ssl", to: "on")
        try await eventually("the server encrypts") {
            let session = try await DedicatedSession.open(admin)
            defer { session.close() }
            return try await session.query("SHOW ssl")[0].decode(String.self) == "on"
        }
    }

    /// Flushes all data in memory to the files.
    package func writeOut() async throws {
        let session = try await DedicatedSession.open(admin)
        defer { session.close() }
        try await session.execute("CHECKPOINT")
    }

    /// Whether a text appears unencrypted in any file of the server, including its write-ahead log.
    package func holds(_ text: String) async throws -> Bool {
        // grep exits with 1 without a match, which shell() would treat as a failure.
        let answer = FileManager.default.temporaryDirectory.appending(path: "found-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: answer) }
        guard FileManager.default.createFile(atPath: answer.path, contents: nil, attributes: [.posixPermissions: 0o666])
        else { throw TestDatabase.Missing(description: "no file can be made in \(answer.path)") }
        try await tools.shell("grep -rlaF -- '\(text)' '\(directory)' > '\(answer.path)' || [ $? = 1 ]")
        return try !Data(contentsOf: answer).isEmpty
    }

    /// Suspends every process of the server, as on a hung machine.
    package func freeze() async throws {
        try await signalAll("STOP")
    }

    /// Resumes a suspended server.
    package func thaw() async throws {
        try await signalAll("CONT")
    }

    private func signalAll(_ signal: String) async throws {
        try await tools.shell(
            """
            p=$(head -1 '\(directory)/postmaster.pid') || exit 1
            kill -\(signal) $p $(grep -ls "^PPid:[[:space:]]*$p$" /proc/[0-9]*/status | cut -d / -f 3)
            """)
    }

    private func remove() async {
        // Fails if the test has stopped the server already; the files are removed in any case.
        try? await thaw()
        try? await stop(.immediate)
        if isMounted { try? await tools.unmount(directory) }
        try? FileManager.default.removeItem(atPath: directory)
    }
}

/// Runs PostgreSQL's programs.
private struct Tools: Sendable {
    private let directory: String

    static func find() throws -> Tools {
        let files = FileManager.default
        let root = "/usr/lib/postgresql"
        let versions = ((try? files.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init).sorted(by: >)
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let candidates = versions.map { "\(root)/\($0)/bin" } + path
        let directory = candidates.first { files.isExecutableFile(atPath: $0 + "/initdb") }
        guard let directory else {
            throw TestDatabase.Missing(description: "no initdb in /usr/lib/postgresql or PATH: install PostgreSQL")
        }
        return Tools(directory: directory)
    }

    /// Runs one of PostgreSQL's programs to its end.
    func run(_ name: String, _ arguments: [String]) async throws {
        try await run(["\(directory)/\(name)"] + arguments)
    }

    /// Runs a shell command as the server's user.
    func shell(_ line: String) async throws {
        try await run(["/bin/sh", "-c", line])
    }

    /// Mounts a small file system in memory for the server's user only.
    func mount(_ directory: String, megabytes: Int) async throws {
        guard geteuid() == 0 else { throw TestDatabase.Missing(description: "only root can mount a small disk") }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try await run(
            ["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=0700,uid=postgres", "tmpfs", directory],
            asServer: false)
    }

    func unmount(_ directory: String) async throws {
        try await run(["umount", "-l", directory], asServer: false)
    }

    private func run(_ command: [String], asServer: Bool = true) async throws {
        let prefix = asServer && geteuid() == 0 ? ["/usr/sbin/runuser", "-u", "postgres", "--"] : []
        let status = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Self.spawn(prefix + command)) }
        }
        guard status == 0 else { throw TestDatabase.Missing(description: "\(command[0]) failed with status \(status)") }
    }

    /// Runs a program without this process's terminal and waits for it; blocks.
    ///
    /// Foundation's Process would also wait for the server, which inherits the descriptor that Foundation watches.
    private static func spawn(_ command: [String]) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in Int32(0)...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // A server that inherits many open descriptors has too few left to start, so they are closed.
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > 2 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // The server's user may not have access to the current directory.
        let command = ["/bin/sh", "-c", "cd /tmp && exec \"$@\"", "sh"] + command
        var arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        guard posix_spawn(&child, command[0], &actions, nil, &arguments, environ) == 0 else { return -1 }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 {
            guard errno == EINTR else { return -1 }
        }
        return status
    }
}
