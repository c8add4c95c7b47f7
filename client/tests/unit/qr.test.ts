import { expect, test } from "vitest";

import { qrCode, qrPath } from "../../src/shared/qr";

/** The code of `https://rondel.example`, as an independent reader has read it back. */
const KNOWN = `1111111001100000101111111
1000001000000001001000001
1011101011001011001011101
1011101011111110101011101
1011101010101100101011101
1000001011101011101000001
1111111010101010101111111
0000000010100011100000000
1011111000110111001111100
0110000001101010100100010
1000011110001001010011011
1000010100000000110000001
1110111111000110011110111
1001000100101100000101010
1000101001100011010111011
1010010001001001100110001
1011101101001110111110100
0000000011100001100011000
1111111000011010101010111
1000001011110010100011000
1011101011010001111110111
1011101011001100011011111
1011101010100110000001101
1000001000101101111111001
1111111010001010001111111`;

test("a short link gives a code that other programs read", () => {
  const rows = qrCode("https://rondel.example").map((row) => row.map(Number).join(""));
  expect(rows.join("\n")).toBe(KNOWN);
});

test("a code grows with the link, and every size has its three corners", () => {
  const corner = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
  for (const [length, size] of [
    [14, 21],
    [15, 25],
    [122, 45],
    [152, 49],
    [213, 57],
    [331, 69],
  ] as const) {
    const rows = qrCode("x".repeat(length)).map((row) => row.map(Number).join(""));
    expect(rows.length).toBe(size);
    expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(corner);
    expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(corner);
    expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(corner);
  }
  expect(() => qrCode("x".repeat(332))).toThrow("too long");
});

test("the path of a code has a square for each dark module", () => {
  expect(
    qrPath([
      [true, false],
      [false, true],
    ]),
  ).toBe("M0 0h1v1h-1zM1 1h1v1h-1z");
});
