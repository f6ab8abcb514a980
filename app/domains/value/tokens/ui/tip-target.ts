/** The place where a tip is given, and the performer whom the page names. */
export interface TipTarget {
  kind: "stage" | "profile";
  id: string;
  performer: { id: string; username: string };
  trackHistory: string | null;
}
