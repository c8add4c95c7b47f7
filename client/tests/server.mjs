// Starts the game server on an empty database for the tests.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const port = process.argv[2] ?? "8765";
const folder = mkdtempSync(join(tmpdir(), "rondel-"));
const database = `sqlite:///${join(folder, "test.db")}`;
// where tests find the database, to do what the host does on the command line
const told = join(tmpdir(), `rondel-test-${port}.url`);
writeFileSync(told, database);
const python = process.env.RONDEL_PYTHON ?? join(import.meta.dirname, "..", "..", ".venv", "bin", "python");
const server = spawn(python, ["-m", "rondel", "serve", "--port", port], {
  stdio: "ignore",
  env: {
    ...process.env,
    RONDEL_DATABASE: database,
    // the tests are one person in a hurry
    RONDEL_GUESTS_PER_MINUTE: "1000",
    RONDEL_TABLES_PER_MINUTE: "1000",
    RONDEL_MOVES_PER_SECOND: "1000",
    RONDEL_IMPORTS_PER_MINUTE: "1000",
    RONDEL_LOGINS_PER_MINUTE: "1000",
    RONDEL_ADDRESS_PER_SECOND: "10000",
    // and have no time for a thorough review
    RONDEL_STUDY_ENGINE: "search:nodes=20",
    RONDEL_STUDY_TRIALS: "4",
    // and have no other machine to call
    RONDEL_CALL_PRIVATE: "1",
    // and does not wait a minute before somebody counts as away
    RONDEL_ABSENT_SECONDS: "0",
  },
});
const stop = () => server.kill("SIGTERM");
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
server.on("exit", (code) => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(told, { force: true });
  process.exit(code ?? 0);
});
