/** Friends who come and go: three people, both families, live and by days. */

import type { Browser, Page } from "@playwright/test";

import { clickAny, expect, listen, openTable, sitDown, test } from "../help";

interface Friends {
  host: Page;
  ben: Page;
  cay: Page;
  id: string;
}

/** A new person who follows a link, says a name, and sits down. */
async function sits(browser: Browser, quiet: string[], link: string, name: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce", locale: "en" })).newPage();
  listen(page, quiet);
  await page.goto(link);
  await sitDown(page, name);
  return page;
}

/** A table of three that plays: the page's player, Ben and Cay. */
async function three(browser: Browser, host: Page, quiet: string[], game: string, pace: object): Promise<Friends> {
  const seats = [{ kind: "me" }, { kind: "invited" }, { kind: "invited" }];
  const { id, links } = await openTable(host, { game, seats, pace } as never);
  const [ben, cay] = await Promise.all(
    ["Ben", "Cay"].map((name, place) => sits(browser, quiet, `/table/${id}#seat=${links[place + 1]}`, name)),
  );
  if (!ben || !cay) throw new Error("nobody came");
  await expect(host.locator("[data-decision]")).toBeVisible({ timeout: 20_000 });
  return { host, ben, cay, id };
}

const PLACES = [
  { game: "antike-2006", pace: { kind: "live", minutes: 30, increment: 0 } },
  { game: "attika", pace: { kind: "days", days: 2, grace: 12 } },
];

/** Open the sheet with people, votes and leaving. */
async function sheet(page: Page): Promise<ReturnType<Page["locator"]>> {
  await page.locator("[data-people]").click();
  return page.locator("[data-going]");
}

for (const { game, pace } of PLACES) {
  test(`friends see who is here, pause, go on, get more time, and cancel: ${game}`, async ({
    page,
    browser,
    quiet,
  }) => {
    test.setTimeout(120_000);
    const { host, ben, cay } = await three(browser, page, quiet, game, pace);
    await expect(host.locator("main [data-presence=here]")).toHaveCount(2);
    // one asks, two of three are enough
    await (await sheet(host)).getByRole("button", { name: "Pause" }).click();
    await expect(ben.locator("[data-vote=pause]")).toContainText("1 of 2 votes");
    await ben.locator("[data-vote]").getByRole("button", { name: "Yes" }).click();
    for (const one of [host, ben, cay]) await expect(one.locator("[data-paused]")).toBeVisible();
    await expect(host.locator("[data-decision] button[data-action]")).toHaveCount(0);
    await cay.locator("[data-paused]").getByRole("button", { name: "Go on" }).click();
    await host.locator("[data-vote=resume]").getByRole("button", { name: "Yes" }).click();
    await expect(ben.locator("[data-paused]")).toHaveCount(0);
    await (await sheet(ben)).getByRole("button", { name: "More time" }).click();
    await cay.locator("[data-vote=extend]").getByRole("button", { name: "Yes" }).click();
    await expect(host.locator("[data-vote]")).toHaveCount(0);
    // a vote that fails says so in the chat, and whoever called it has to wait
    await (await sheet(cay)).getByRole("button", { name: "Cancel the game" }).click();
    for (const one of [host, ben]) await one.locator("[data-vote=cancel]").getByRole("button", { name: "No" }).click();
    await expect(cay.locator("[data-vote]")).toHaveCount(0);
    await (await sheet(cay)).getByRole("button", { name: "Pause" }).click();
    await expect(cay.locator("[data-going]").getByRole("alert")).toBeVisible();
    await cay.keyboard.press("Escape");
    await expect(cay.locator("[data-going]")).toBeHidden();
    await (await sheet(host)).getByRole("button", { name: "Cancel the game" }).click();
    await ben.locator("[data-vote=cancel]").getByRole("button", { name: "Yes" }).click();
    await expect(cay.getByText(/table has been closed/i)).toBeVisible();
  });

  test(`a friend who lost the cookie comes back by the host's link: ${game}`, async ({ page, browser, quiet }) => {
    test.setTimeout(120_000);
    const { host, ben, id } = await three(browser, page, quiet, game, pace);
    await ben.context().clearCookies();
    await ben.close();
    await expect(host.locator("main [data-presence=away]")).toHaveCount(1);
    const people = await sheet(host);
    await people.locator("[data-seat='1']").getByRole("button", { name: "New link" }).click();
    const link = await people.locator("[data-seat='1']").getByRole("textbox").inputValue();
    expect(link).toContain(`/table/${id}#seat=`);
    await people.getByRole("button", { name: "QR code" }).click();
    await expect(people.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    const back = await sits(browser, quiet, link, "Ben again");
    await expect(back.locator("[data-decision]")).toBeVisible({ timeout: 20_000 });
    await expect(back.locator("[data-decision]")).not.toContainText("You are watching");
    await expect(people.locator("[data-seat='1']")).toContainText("Ben again");
  });
}

/** Every family, live and by days. */
const EVERYWHERE = ["antike-2006", "attika"].flatMap((game) => [
  { game, pace: { kind: "live", minutes: 30, increment: 0 } },
  { game, pace: { kind: "days", days: 2, grace: 12 } },
]);

const decides = (page: Page): Promise<number> => page.locator("[data-decision].mine").count();

for (const { game, pace } of EVERYWHERE) {
  test(`friends come back by cookie and by account, are reminded, and let a bot play: ${game}, ${pace.kind}`, async ({
    page,
    browser,
    quiet,
  }) => {
    test.setTimeout(120_000);
    const { host, ben, cay, id } = await three(browser, page, quiet, game, pace);
    const seated = async (one: Page): Promise<void> => {
      await expect(one.locator("[data-decision]")).toBeVisible({ timeout: 20_000 });
      await expect(one.getByRole("tab", { name: "Notes" })).toBeVisible(); // for those who play alone
    };
    // the cookie is enough
    await ben.reload();
    await seated(ben);
    // an account leads back on any device
    const name = `Cay ${Math.random().toString(36).slice(2, 10)}`;
    const enter = async (one: Page, heading: string): Promise<void> => {
      await one.goto("/me");
      const form = one.locator("section", { has: one.getByRole("heading", { name: heading }) });
      await form.getByLabel("Account name").fill(name);
      await form.getByLabel(/Password/).fill("a long secret");
      await form.getByRole("button").last().click();
    };
    await enter(cay, "Create an account");
    await expect(cay.getByText("Your account has been created")).toBeVisible();
    await expect(host.locator("main")).toContainText(name);
    await cay.close();
    const phone = await (await browser.newContext({ reducedMotion: "reduce", locale: "en" })).newPage();
    listen(phone, quiet);
    await enter(phone, "Sign in");
    await expect(phone.getByText("You are signed in.", { exact: true })).toBeVisible();
    await phone.goto(`/table/${id}`);
    await seated(phone);
    // somebody who goes to lunch lets a bot play, and takes the seat back
    await (await sheet(ben)).getByRole("button", { name: "Let a bot play for me" }).click();
    await expect((await sheet(host)).locator("[data-seat='1']")).toContainText("a bot is playing");
    await host.keyboard.press("Escape");
    await ben.locator("[data-going]").getByRole("button", { name: "Take my seat back" }).click();
    await expect(ben.locator("[data-going]").getByRole("button", { name: "Let a bot play for me" })).toBeVisible();
    await ben.keyboard.press("Escape");
    // whoever is away and has to decide is reminded, once
    while (!(await decides(ben)) && !(await decides(phone)))
      // the turn may go to the next player between the look and the click
      if (await decides(host)) await clickAny(host, 20).catch(() => undefined);
      else await host.waitForTimeout(50);
    const away = (await decides(ben)) ? 1 : 2;
    await [ben, phone][away - 1]?.close();
    const seat = (await sheet(host)).locator(`[data-seat='${away}']`);
    await seat.getByRole("button", { name: "Remind" }).click();
    await expect(seat.getByRole("button", { name: "Reminded" })).toBeDisabled();
  });

  test(`friends end a game after the round, or concede it: ${game}, ${pace.kind}`, async ({ page, browser, quiet }) => {
    test.setTimeout(120_000);
    const { host, ben, cay } = await three(browser, page, quiet, game, pace);
    await (await sheet(cay)).getByRole("button", { name: "End after this round" }).click();
    await ben.locator("[data-vote=end]").getByRole("button", { name: "Yes" }).click();
    for (const one of [host, ben, cay]) await expect(one.getByText("The game ends after this round.")).toBeVisible();
    await (await sheet(host)).getByRole("button", { name: "Concede to Ben" }).click();
    await cay.locator("[data-vote=concede]").getByRole("button", { name: "Yes" }).click();
    for (const one of [host, ben, cay])
      await expect(one.locator("[data-result]").first()).toBeVisible({ timeout: 15_000 });
    await expect(ben.getByText("You won").first()).toBeVisible();
  });
}

test("a bot steps in for a friend who is away, for now and for good, and an open seat is taken over", async ({
  page,
  browser,
  quiet,
}) => {
  test.setTimeout(120_000);
  const { host, ben, cay, id } = await three(browser, page, quiet, "attika", { kind: "none" });
  await ben.close();
  const people = await sheet(host);
  const seat = people.locator("[data-seat='1']");
  await seat.getByRole("button", { name: "Bot for now" }).click();
  await expect(seat).toContainText("a bot is playing");
  await seat.getByRole("button", { name: "Open the seat" }).click();
  await cay.locator("[data-vote=free]").getByRole("button", { name: "Yes" }).click();
  const dan = await (await browser.newContext({ reducedMotion: "reduce", locale: "en" })).newPage();
  listen(dan, quiet);
  await dan.goto(`/table/${id}`);
  await dan.getByRole("button", { name: "Take over this seat" }).first().click();
  await expect(dan.getByRole("tab", { name: "Notes" })).toBeVisible();
  // whoever leaves for good is asked once; a bot plays on
  const leaving = await sheet(cay);
  await leaving.getByRole("button", { name: "Leave for good" }).click();
  await leaving.getByRole("button", { name: "Back" }).click();
  await leaving.getByRole("button", { name: "Leave for good" }).click();
  await leaving.getByRole("group").getByRole("button", { name: "Leave for good" }).click();
  await expect(leaving.locator("[data-seat='2']")).toContainText("bot");
});

test("a waiting room tells what is played; friends sit down by name, leave, and are sent away", async ({
  page,
  browser,
  quiet,
}) => {
  test.setTimeout(120_000);
  const seats = [{ kind: "me" }, { kind: "open" }, { kind: "open" }];
  const { id } = await openTable(page, {
    game: "antike-2006",
    seats,
    pace: { kind: "days", days: 3, grace: 12 },
    options: { choose: 1 },
  } as never);
  await expect(page.locator("[data-facts]")).toContainText("3 days per decision");
  await expect(page.locator("[data-facts]")).toContainText("first 12 hours");
  const ben = await (await browser.newContext({ reducedMotion: "reduce", locale: "en" })).newPage();
  listen(ben, quiet);
  await ben.goto(`/table/${id}`);
  await ben.getByRole("button", { name: "Sit here" }).first().click();
  await expect(ben.locator("[data-join] [data-facts]")).toContainText("3 days per decision");
  await ben.getByLabel("What should the others call you?").fill("Benedikta");
  await ben.keyboard.press("Enter");
  await expect(page.locator("[data-seat='1']")).toContainText("Benedikta");
  await ben.getByRole("button", { name: "Leave the table" }).click();
  await ben.getByRole("group").getByRole("button", { name: "Leave the table" }).click();
  await expect(page.locator("[data-seat='1']")).toContainText("empty");
  await ben.getByRole("button", { name: "Sit here" }).first().click();
  await ben.getByRole("button", { name: "Sit down" }).click();
  await page.locator("[data-seat='1']").getByRole("button", { name: "Send away" }).click();
  await page.getByRole("group").getByRole("button", { name: "Send away" }).click();
  await expect(page.locator("[data-seat='1']")).toContainText("empty");
  await ben.getByRole("button", { name: "Sit here" }).first().click();
  await ben.getByRole("button", { name: "Sit down" }).click();
  await expect(ben.getByRole("alert")).toContainText("sent you away");
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("403")));
  await page.getByRole("button", { name: "Close the table" }).click();
  await page.getByRole("group").getByRole("button", { name: "Close the table" }).click();
  await expect(page.getByRole("heading", { name: "Open tables" })).toBeVisible();
});

test("a game of two is resigned, and my games say how it ended", async ({ page, browser, quiet }) => {
  test.setTimeout(90_000);
  const { id, links } = await openTable(page, { game: "attika", seats: [{ kind: "me" }, { kind: "invited" }] });
  const ben = await sits(browser, quiet, `/table/${id}#seat=${links[1]}`, "Ben");
  await expect(ben.locator("[data-decision]")).toBeVisible({ timeout: 20_000 });
  const leaving = await sheet(ben);
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().endsWith("/chances"))));
  await leaving.getByRole("button", { name: "Resign" }).click();
  await leaving.getByRole("group").getByRole("button", { name: "Resign" }).click();
  await expect(page.locator("[data-result]").first()).toBeVisible({ timeout: 15_000 });
  await page.waitForTimeout(1000);
  expect(asked, "a game without a log line is asked about once").toBe(1);
  await ben.goto("/");
  await expect(ben.locator(`a[href='/table/${id}']`).first()).toContainText("You lost");
  await page.goto("/");
  await expect(page.locator(`a[href='/table/${id}']`).first()).toContainText("You won");
});
