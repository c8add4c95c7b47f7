import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { ServerMessage } from "../../src/messages";

type Hear = (message: ServerMessage) => void;
let Table: typeof import("../../src/shared/table.svelte").Table;

beforeAll(async () => {
  vi.stubGlobal("window", { setInterval: () => 0, setTimeout: () => 0 });
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { hidden: true });
  ({ Table } = await import("../../src/shared/table.svelte"));
});
afterAll(() => vi.unstubAllGlobals());

const info = { status: "playing", seats: [] };
const bot = { seat: 1, bot: "level:3", since: 5 };
const base = { seq: 1, rev: 1, step: 1, patch: [], turn: { to_act: 1, turn_of: 1, prompt: "" } };
const message = (value: object): ServerMessage => value as ServerMessage;

describe("a table", () => {
  it("tells for which seat a bot is at work, until it has decided", () => {
    let hear: Hear = () => undefined;
    const table = new Table("x", (listen) => {
      hear = listen;
      return { send: () => Promise.resolve(message({ type: "ack" })), close: () => undefined };
    });
    expect(table.thinking).toBeNull();
    hear(message({ type: "welcome", table: info, view: {}, log: [], chat: [], ...base, thinking: bot }));
    expect(table.thinking).toBe(1);
    hear(message({ type: "update", ...base, thinking: { ...bot, seat: 2 } }));
    expect(table.thinking).toBe(2);
    hear(message({ type: "update", ...base }));
    expect(table.thinking).toBeNull();
    hear(message({ type: "table", table: info, thinking: bot }));
    expect(table.thinking).toBe(1);
    hear(message({ type: "table", table: info }));
    expect(table.thinking).toBeNull();
    table.close();
  });
});
