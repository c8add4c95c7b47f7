/** Words around the guided games, in English; what they say stands in their own files on the server. */
export const lesson = {
  "learn.title": "Guided games",
  "learn.card": "Guided first game",
  "learn.step": "Step {n} of {of}",
  "learn.leave": "Leave the lesson",
  "learn.others": "The others are playing.",
  "learn.wrong": "You could do that too, but here follow the ring first.",
  "learn.play": "Play a game now",
  "learn.again": "Play it again",
  "learn.end": "You have won",
  "learn.done": "That is the lesson",
  "err.lesson": "You could do that too, but here follow the note first.",
  "learn.next": "Next lesson: {title}",
  "learn.show": "Show me",
  "learn.all": "All lessons",
} as const;
