import { type RefObject, useEffect, useState } from "react";
import { ApiFailure, showFailure } from "#app/api-client.ts";
import type { ErrorCode } from "#app/errors.ts";

/**
 * Returns the place of a refused save: at the field that `fieldOf` returns for its code, which then takes the focus, or
 * as a toast where it concerns no field. No input is lost.
 */
export function useRefusal<Name extends string>(
  form: RefObject<HTMLElement | null>,
  fieldOf: Partial<Record<ErrorCode, Name>>,
) {
  const [refusal, setRefusal] = useState<{ field: Name; message: string } | null>(null);

  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusal, form]);

  return {
    /** Returns what is wrong with this field, or null. */
    at: (field: Name) => (refusal?.field === field ? refusal.message : null),
    /** The field was changed: its message no longer applies. */
    forget: (field: Name) => setRefusal((now) => (now?.field === field ? null : now)),
    clear: () => setRefusal(null),
    tell: (error: unknown) => {
      const field = error instanceof ApiFailure ? fieldOf[error.code as ErrorCode] : undefined;
      if (field === undefined || !(error instanceof ApiFailure)) showFailure(error);
      else setRefusal({ field, message: error.message });
    },
  };
}
