/** A performer's page is named after what they are. */
export function dashboardTitle(type: "dj" | "musician"): string {
  return type === "musician" ? "Musician Dashboard" : "DJ Dashboard";
}
