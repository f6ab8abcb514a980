import type { SetState, SetStateName } from "../contract/set-state.ts";

const notes: Partial<Record<SetStateName, (performer: string) => string>> = {
  late: (performer) => `Waiting for ${performer}: the music starts as soon as they play.`,
  silent: (performer) => `Silence: ${performer} is connected but not playing anything right now.`,
  dropped: (performer) =>
    `Waiting for ${performer}, whose connection dropped. The music resumes automatically.`,
};

/** Tells listeners why they hear nothing; empty while they do. `performer`: whom they wait for. */
export function StateNote({
  state,
  performer,
}: {
  state: SetState | null | undefined;
  performer: string | null | undefined;
}) {
  return (
    <output className="block text-16 text-amber" dir="auto">
      {state && notes[state.name]?.(performer ?? "the performer")}
    </output>
  );
}
