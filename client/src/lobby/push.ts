/** Web Push in this browser: whether it can, whether it does, and switching it on and off. */

import type { NoticeSettings } from "../messages";
import { call, post } from "../shared/api";
import { prefs } from "../shared/prefs.svelte";

/** What this browser can do: `ask` for leave, `denied` for good, or nothing at all. */
export type PushState = "none" | "install" | "denied" | "off" | "on";

const isApple = (): boolean => /iPhone|iPad/.test(navigator.userAgent);

export async function stateOf(settings: NoticeSettings): Promise<PushState> {
  // on a phone by Apple only a page that was put on the home screen takes pushes
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return isApple() ? "install" : "none";
  if (Notification.permission === "denied") return "denied";
  const here = await subscription();
  const id = here && (await idOf(here.endpoint));
  return settings.devices?.some((device) => device.id === id) ? "on" : "off";
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The id under which the server keeps an endpoint. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const bytes = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

/** A name by which somebody recognizes a browser in a list. */
function labelOf(agent: string): string {
  const browser = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "Browser";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((name) => agent.includes(name));
  const shown = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${shown}, ${system}` : shown;
}

/** Ask for leave and let this browser be called; what it said is given back. */
export async function switchOn(settings: NoticeSettings): Promise<NoticeSettings | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const registration = await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  await old?.unsubscribe(); // it may be for another key
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(settings.key ?? ""),
  });
  const { endpoint, keys } = made.toJSON();
  return post<NoticeSettings>("/api/me/pushes", {
    endpoint,
    keys: { p256dh: keys?.p256dh, auth: keys?.auth },
    label: labelOf(navigator.userAgent),
    lang: prefs.kept.lang,
  });
}

/** Take a browser off the list; this one stops listening too. */
export async function switchOff(id: string): Promise<NoticeSettings> {
  const here = await subscription().catch(() => null);
  if (here && (await idOf(here.endpoint)) === id) await here.unsubscribe();
  return call<NoticeSettings>("DELETE", `/api/me/pushes/${id}`);
}
