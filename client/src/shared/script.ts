/** A lesson in place of a connection: it answers as the server would, but takes only the decision that is taught. */

import type { ClientMessage, Lesson, LessonFrame, ServerMessage } from "../messages";
import type { Line, Wire } from "./link";

export class Script implements Line {
  #at = 0;

  constructor(
    readonly lesson: Lesson,
    readonly hear: (message: ServerMessage) => void,
    wire: (state: Wire) => void,
  ) {
    wire("open");
    hear(lesson.welcome);
  }

  send(message: ClientMessage): Promise<ServerMessage> {
    return Promise.resolve(this.#answer(message));
  }

  close(): void {
    this.#at = this.lesson.frames.length;
  }

  get #next(): LessonFrame | undefined {
    return this.lesson.frames[this.#at];
  }

  #answer(message: ClientMessage): ServerMessage {
    const frame = this.#next;
    if (message.type === "play") return this.#play(message.actions ?? []);
    if (message.type === "preview" && frame) {
      const patch = frame.previews?.[message.action];
      if (patch) return { type: "previewed", patch, turn: frame.update.turn } as ServerMessage;
    }
    if (message.type === "hint" && frame) {
      const text = frame.update.log?.[0]?.text ?? "";
      return { type: "hinted", rows: [{ action: frame.action, text, value: 1 }] };
    }
    return this.#done();
  }

  #play(actions: number[]): ServerMessage {
    for (const action of actions) {
      const frame = this.#next;
      if (!frame || action !== frame.action) return this.#wrong(frame, action);
      this.#tell();
    }
    while (this.#next && this.#next.action < 0) this.#tell();
    return this.#done();
  }

  /** Refuse what is not taught: with a place in the step's answers, if it has one for that. */
  #wrong(frame: LessonFrame | undefined, action: number): ServerMessage {
    const place = frame?.wrong?.[action];
    const answer = place === undefined ? undefined : this.lesson.steps[frame?.place ?? -1]?.wrong[place];
    return { type: "refused", code: "lesson", message: "", detail: String(place ?? ""), rule: answer?.rule ?? "" };
  }

  #tell(): void {
    const frame = this.#next;
    this.#at += 1;
    if (frame) this.hear(frame.update);
  }

  #done(): ServerMessage {
    return { type: "ack", seq: this.#at, rev: this.#at };
  }
}
