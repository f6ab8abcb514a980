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
  /** Whom they have blocked: what these write is not shown. */
  blockedIds: string[];
}

export function useViewer(): ClientViewer | null {
  return useRouteLoaderData<typeof loader>("root")?.viewer ?? null;
}

/** Whether mail reaches people here: what is said about mail goes by it. */
export function useCanSendEmail(): boolean {
  return useRouteLoaderData<typeof loader>("root")?.canSendEmail ?? true;
}

/** The instance's own origin, for links that are to be shared. */
export function useOrigin(): string {
  return useRouteLoaderData<typeof loader>("root")?.origin ?? "";
}
