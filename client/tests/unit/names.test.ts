import { describe, expect, it } from "vitest";

import { worded } from "../../src/shared/names";

describe("names of guests", () => {
  it("are said in the language of the page, wherever they stand, and follow it", () => {
    let language = "Invité";
    const told = worded(
      { table: { seats: [{ chair: { name: "Guest 1234", bot: "" } }, { chair: { name: "Ann" } }] } },
      (number) => `${language} ${number}`,
    );
    expect(told.table.seats.map((seat) => seat.chair.name)).toEqual(["Invité 1234", "Ann"]);
    language = "Gast";
    expect(told.table.seats[0]?.chair.name).toBe("Gast 1234");
    expect(JSON.stringify(told.table.seats[0])).toBe('{"chair":{"name":"Gast 1234","bot":""}}');
  });

  it("leave everything else alone", () => {
    const word = (): string => "?";
    const plain = { name: "Guest", title: "Guest 1234", list: [1, null, "Guest 1234", { name: 5 }], none: null };
    expect(worded(structuredClone(plain), word)).toEqual(plain);
    expect([worded(null, word), worded("Guest 1234", word), worded(undefined, word)]).toEqual([
      null,
      "Guest 1234",
      undefined,
    ]);
  });

  it("can be worded twice", () => {
    const told = worded({ name: "Guest 1234" }, (number) => `Guest ${number}`);
    expect(worded(told, (number) => `Gast ${number}`).name).toBe("Gast 1234");
  });
});
