/** The title of a performer's page is their kind of performer. */
export function dashboardTitle(type: "dj" | "musician"): string {
  return type === "musician" ? "Musician Dashboard" : "DJ Dashboard";
}
