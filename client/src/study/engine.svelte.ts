/** The engine of the analysis board: it thinks in the background and tells what it knows line by line. */

import type { Failure, Thought } from "../messages";

export class Engine {
  /** Whether it shall think about every position that is looked at. */
  on = $state(false);
  busy = $state(false);
  lines = $state(3);
  seconds = $state(20);
  /** Whether it also tells what the others would do if it were their turn. */
  threats = $state(false);
  thought = $state.raw<Thought | null>(null);
  trouble = $state("");
  #stop: AbortController | null = null;

  /** Think about a position; what was thought about before is given up. */
  async think(start: unknown, actions: number[]): Promise<void> {
    this.stop();
    this.thought = null;
    this.trouble = "";
    const stop = (this.#stop = new AbortController());
    this.busy = true;
    try {
      await this.#listen(stop.signal, {
        ...{ start, actions, lines: this.lines, seconds: this.seconds },
        threats: this.threats,
      });
    } catch {
      if (!stop.signal.aborted) this.trouble = "offline";
    }
    if (this.#stop === stop) this.busy = false;
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.busy = false;
  }

  async #listen(signal: AbortSignal, body: unknown): Promise<void> {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/analysis/lines", { method: "POST", headers, signal, body: JSON.stringify(body) });
    if (!answer.ok || !answer.body) {
      this.trouble = ((await answer.json()) as Failure).code;
      return;
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + value).split("\n");
      rest = parts.pop() ?? "";
      const last = parts.at(-1);
      if (last && !signal.aborted) this.thought = JSON.parse(last) as Thought;
    }
  }
}
