import { beforeAll, describe, expect, it, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("navigator", { language: "en" });

describe("a clock", () => {
  let leftOf: typeof import("../../src/shared/clock").leftOf;
  let clockText: typeof import("../../src/shared/clock").clockText;
  beforeAll(async () => ({ leftOf, clockText } = await import("../../src/shared/clock")));
  /** The server's clock is an hour ahead of the browser's; seat 0 has decided for 10 s. */
  const face = { left: [100_000, 50_000], running: 0, since: 3_600_000, now: 3_610_000, came: 10_000 };

  it("runs only for the seat that decides", () => {
    expect(leftOf(face, 0, 10_000)).toBe(90_000);
    expect(leftOf(face, 0, 15_000)).toBe(85_000);
    expect(leftOf(face, 1, 15_000)).toBe(50_000);
  });

  it("stops at nothing", () => expect(leftOf(face, 0, 999_000)).toBe(0));

  it("is read in days, hours or minutes", () => {
    expect(clockText(4 * 60_000 + 7_900)).toBe("4:07");
    expect(clockText(3_729_000)).toBe("1:02:09");
    expect(clockText(2 * 86_400_000 + 5 * 3_600_000)).toBe("2 d 5 h");
  });
});
