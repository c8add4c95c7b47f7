import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { Page } from "@playwright/test";

import { expect, test } from "../help";

test.use({ serviceWorkers: "allow", permissions: ["notifications"] });

interface Shown {
  title: string;
  body: string;
  tag: string;
  url: string;
}

/** The notifications that the service worker shows. */
const shown = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = await registration.getNotifications();
    return found.map(({ title, body, tag, data }) => ({ title, body, tag, url: (data as { url: string }).url }));
  });

/** Deliver pushes as a push service would, by the DevTools protocol. */
async function deliver(page: Page, ...pushes: string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  for (const data of pushes) await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

/** Let this player have a browser that takes pushes, which no push service here could give. */
const subscribe = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const text = (raw: Uint8Array): string =>
      btoa(String.fromCharCode(...raw))
        .replace(/\+/g, "-")
        .replace(/\//g, "_")
        .replace(/=/g, "");
    const point = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
    const keys = { p256dh: text(point), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
    const answer = await fetch("/api/me/pushes", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ endpoint: `http://127.0.0.1:9/${Math.random()}`, keys, label: "Chrome, Linux" }),
    });
    return answer.status;
  });

test("a push is shown by the service worker, one for each table", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const push = (title: string, tag: string, url = `/table/${tag}`): string =>
    JSON.stringify({ title, body: "It is your turn: Antike II.", tag, url, lang: "en" });
  await deliver(
    page,
    push("Your turn", "a"),
    push("Your turn again", "a"),
    push("Your turn", "b", "https://evil.example/x"),
  );
  await expect.poll(async () => (await shown(page)).length).toBe(2);
  const [first, second] = (await shown(page)).sort((one, other) => one.tag.localeCompare(other.tag));
  expect(first).toEqual({ title: "Your turn again", body: "It is your turn: Antike II.", tag: "a", url: "/table/a" });
  expect(second?.url).toBe("/");
  // one that cannot be read is shown too: a browser takes offense at silent pushes
  await deliver(page, "{");
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toContain("Rondel");
});

test("without a connection the page says so, and nothing old is shown after it is back", async ({ page, quiet }) => {
  await page.goto("/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.context().setOffline(true);
  await page.goto("/ratings");
  await expect(page.getByText("You are offline.")).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: /Try again/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ratings" })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map((request) => new URL(request.url).pathname);
  });
  expect(kept).toEqual(["/offline.html"]);
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("ERR_INTERNET_DISCONNECTED")));
});

test("the page can be installed: its manifest is whole", async ({ page }) => {
  await page.goto("/");
  const devtools = await page.context().newCDPSession(page);
  const manifest = await devtools.send("Page.getAppManifest");
  expect(manifest.errors).toEqual([]);
  const { icons, name } = JSON.parse(manifest.data ?? "{}") as { icons: { src: string; type: string }[]; name: string };
  expect(name).toBe("Rondel");
  for (const icon of icons) {
    const answer = await page.request.get(icon.src);
    expect([icon.src, answer.status(), answer.headers()["content-type"]]).toEqual([icon.src, 200, icon.type]);
  }
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

test("what to be told is chosen by event and channel, and kept", async ({ page }) => {
  await page.goto("/me");
  const notices = page.locator("#notices");
  await expect(notices.getByText("Rondel can notify you when you are away.")).toBeVisible();
  await expect(notices.getByRole("table")).toHaveCount(0); // nothing is set up yet
  await expect(notices.getByText("By email")).toHaveCount(0); // this server sends no mail
  expect(await subscribe(page)).toBe(200);
  await page.reload();
  await expect(notices.getByText(/Chrome, Linux, since/)).toBeVisible();
  const turn = notices.getByRole("checkbox", { name: "It is my turn: Push" });
  await expect(turn).toBeChecked();
  await turn.uncheck();
  await expect(notices.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(turn).not.toBeChecked();
  await expect(notices.getByRole("checkbox", { name: "A game begins: Push" })).toBeChecked();
  await notices.getByRole("button", { name: "Turn off" }).click();
  await expect(notices.getByRole("table")).toHaveCount(0);
});

test("a webhook is saved, tested and removed", async ({ page }) => {
  const told: string[] = [];
  const service = createServer((request, answer) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      told.push(body);
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((ready) => service.listen(0, "127.0.0.1", ready));
  const { port } = service.address() as AddressInfo;
  await page.goto("/me");
  const notices = page.locator("#notices");
  await notices.getByText("By your own webhook").click();
  await notices.getByLabel("Webhook address").fill(`http://127.0.0.1:${String(port)}/discord.com/api`);
  await expect(notices.getByLabel("Service")).toHaveValue("discord");
  await notices.getByRole("button", { name: "Save" }).click();
  await notices.getByRole("button", { name: "Send a test" }).click();
  await expect(notices.getByText("The test has been sent.")).toBeVisible();
  expect((JSON.parse(told[0] ?? "{}") as { content: string }).content).toContain("It works");
  await notices.getByRole("button", { name: "Remove" }).click();
  await expect(notices.getByRole("table")).toHaveCount(0);
  service.close();
});
