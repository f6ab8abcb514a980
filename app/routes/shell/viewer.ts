import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** The signed-in user as the interface needs them. */
export interface ClientViewer {
  id: string;
  username: string;
  photo: string | null;
  performerType: "dj" | "musician" | null;
  hasPassedTest: boolean;
  isManager: boolean;
  isOperator: boolean;
  /** People they have blocked, whose messages are not shown. */
  blockedIds: string[];
}

export function useViewer(): ClientViewer | null {
  return useRouteLoaderData<typeof loader>("root")?.viewer ?? null;
}

/** Whether email reaches people here, which decides what pages say about email. */
export function useCanSendEmail(): boolean {
  return useRouteLoaderData<typeof loader>("root")?.canSendEmail ?? true;
}

/** The instance's own origin, for links to share. */
export function useOrigin(): string {
  return useRouteLoaderData<typeof loader>("root")?.origin ?? "";
}
