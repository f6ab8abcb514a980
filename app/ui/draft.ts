import { useState } from "react";

/** Whether two values of a form are equal. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A form over saved data: changes are kept on top of it until they are saved or discarded, also when the saved data
 * changes meanwhile or a save is refused.
 */
export function useDraft<Form extends object>(saved: Form) {
  const [changes, setChanges] = useState<Partial<Form>>({});
  return {
    /** The values of the fields. */
    draft: { ...saved, ...changes },
    /** Only the fields that differ from the saved data. */
    changes,
    isDirty: Object.keys(changes).length > 0,
    change: (part: Partial<Form>) => setChanges((before) => differing({ ...before, ...part }, saved)),
    discard: () => setChanges({}),
    /** `sent` is saved now; changes made since it was sent stay. */
    settle: (sent: Partial<Form>) => setChanges((now) => differing(now, sent)),
  };
}

/** The part of `form` that differs from `known`. */
function differing<Form extends object>(form: Partial<Form>, known: Partial<Form>): Partial<Form> {
  const entries = Object.entries(form).filter(
    ([name, value]) => !(name in known) || !isSame(value, known[name as keyof Form]),
  );
  return Object.fromEntries(entries) as Partial<Form>;
}
