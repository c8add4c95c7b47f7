/** What this browser prefers, kept in its local storage. */

export type Language = "en" | "fr" | "de";
export const LANGUAGES: Record<Language, string> = { en: "English", fr: "Français", de: "Deutsch" };
export type Theme = "auto" | "light" | "dark";
type Motion = "auto" | "off";
/** How fast the decisions of others are shown. */
export type Speed = "slow" | "normal" | "quick";

interface Kept {
  lang: Language;
  theme: Theme;
  motion: Motion;
  speed: Speed;
  confirm: boolean;
  /** Whether every payment is asked for. */
  askPay: boolean;
  /** Whether maps have the names of today. */
  modern: boolean;
  sound: boolean;
  name: string;
  /** Whether each step is explained to a newcomer. */
  coach: boolean;
  /** Whether this browser has had a session. */
  known: boolean;
}

const KEY = "rondel";

function read(): Kept {
  const fallback: Kept = {
    lang: (Object.keys(LANGUAGES) as Language[]).find((lang) => navigator.language.startsWith(lang)) ?? "en",
    theme: "auto",
    motion: "auto",
    speed: "normal",
    confirm: false,
    askPay: false,
    modern: false,
    sound: false,
    name: "",
    coach: true,
    known: false,
  };
  try {
    return { ...fallback, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return fallback;
  }
}

class Prefs {
  kept = $state<Kept>(read());
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  systemDark = $state(this.#dark.matches);
  systemCalm = $state(this.#calm.matches);

  constructor() {
    this.#dark.addEventListener("change", () => (this.systemDark = this.#dark.matches));
    this.#calm.addEventListener("change", () => (this.systemCalm = this.#calm.matches));
  }

  get dark(): boolean {
    return this.kept.theme === "dark" || (this.kept.theme === "auto" && this.systemDark);
  }

  get calm(): boolean {
    return this.kept.motion === "off" || this.systemCalm;
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // a browser that keeps nothing still plays
    }
  }
}

export const prefs = new Prefs();
