/** The outcome of one attempt to send something to another service. */

export type Outcome =
  /** `remote` identifies it there, for an edit; `url`: where people see it; `details`: how it responded, where that says more. */
  | { is: "sent"; remote: string | null; url: string | null; details?: string }
  /** Nothing of it was taken. `waitMs`: how long the service asks to be left alone, or null where it does not say. */
  | { is: "later"; waitMs: number | null; details: string }
  /** No response: it may have arrived. */
  | { is: "unsure" }
  /** The service will not take it, now or later. */
  | { is: "refused"; details: string }
  /** The token, the webhook or the chat is not valid any more: its owner has to link it again. */
  | { is: "dead"; details: string };
