import { useState } from "react";

/** Two values of a form say the same. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A form over something saved: what was changed lies on top and stays there until it is saved or discarded, also
 * when what is saved changes underneath or a save is refused.
 */
export function useDraft<Form extends object>(saved: Form) {
  const [changes, setChanges] = useState<Partial<Form>>({});
  return {
    /** What the fields show. */
    draft: { ...saved, ...changes },
    /** Only what differs from what is saved. */
    changes,
    isDirty: Object.keys(changes).length > 0,
    change: (part: Partial<Form>) => setChanges((before) => differing({ ...before, ...part }, saved)),
    discard: () => setChanges({}),
    /** `sent` is saved now; whatever was changed since it was sent stays. */
    settle: (sent: Partial<Form>) => setChanges((now) => differing(now, sent)),
  };
}

/** The part of `form` that `known` does not say already. */
function differing<Form extends object>(form: Partial<Form>, known: Partial<Form>): Partial<Form> {
  const entries = Object.entries(form).filter(
    ([name, value]) => !(name in known) || !isSame(value, known[name as keyof Form]),
  );
  return Object.fromEntries(entries) as Partial<Form>;
}
