import { expect, test } from "../help";
import { LANGUAGES, LESSONS, playLesson } from "../lessons";

for (const lesson of LESSONS)
  for (const size of ["desk", "phone"] as const)
    for (const language of LANGUAGES)
      test(`the whole lesson ${lesson}, ${size}, ${language}`, async ({ browser, quiet }) => {
        expect((await playLesson(browser, quiet, { lesson, size, language })).clicks).toBeGreaterThanOrEqual(8);
      });
