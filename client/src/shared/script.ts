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
    const frame = this.#next;
    if (!frame || actions[0] !== frame.action) return { type: "refused", code: "lesson", message: "" };
    this.#tell();
    while (this.#next && this.#next.action < 0) this.#tell();
    return this.#done();
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
