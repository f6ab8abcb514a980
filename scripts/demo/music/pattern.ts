/**
 * Rhythms as text, sixteen steps per bar: `.` rests, `-` holds the note before, anything else plays. The character says
 * what: a chord (`x`), an accent (`X`), or the number of a note.
 */
export interface Step {
  /** Position in the bar, 0 to 15. */
  step: number;
  /** Length in sixteenths. */
  lasts: number;
  sign: string;
}

export const stepsPerBar = 16;

/** The notes of one bar; a pattern of several bars is read starting at `bar`, in a loop. */
export function stepsOf(pattern: string, bar: number): Step[] {
  const bars = Math.max(1, Math.round(pattern.length / stepsPerBar));
  const from = (bar % bars) * stepsPerBar;
  const signs = pattern.slice(from, from + stepsPerBar);
  return Array.from(signs).flatMap((sign, step) => {
    if (sign === "." || sign === "-") return [];
    const held = /^-*/.exec(signs.slice(step + 1))?.[0].length ?? 0;
    return [{ step, lasts: 1 + held, sign }];
  });
}

/** A note or chord held for the whole bar. */
export const sustained = "x---------------";
/** A kick drum on every beat. */
export const fourOnTheFloor = "X...X...X...X...";
