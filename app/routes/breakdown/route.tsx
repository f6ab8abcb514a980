import { Outlet } from "react-router";
import type { Route } from "./+types/route";
import { Breakdown } from "./breakdown.tsx";

/** Inside the shell, around every page: when one breaks, the rest stays and the sound continues. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Breakdown error={error} />;
}
