import clsx from "clsx";
import { NavLink, Outlet } from "react-router";
import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/route";
import { answerOperator } from "./operators-only.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  await answerOperator(request, context.get(appContext), async () => undefined);
  return null;
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Operators · Cue" }, { name: "robots", content: "noindex" }];
}

const pages = [
  { to: "/operators", name: "Open" },
  { to: "/operators/settled", name: "Settled" },
  { to: "/operators/people", name: "People" },
  { to: "/operators/feedback", name: "Feedback" },
  { to: "/operators/services", name: "Services" },
  { to: "/operators/usage", name: "Usage" },
  { to: "/operators/tokens", name: "Tokens" },
] as const;

/** The operators' page: complaints, people, users' feedback, other services, usage of the platform and tokens. */
export default function OperatorsRoute() {
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <h1 className="display text-44">Operators</h1>
      <nav aria-label="Operators" className="mt-4 flex gap-6 overflow-x-auto border-b border-tick">
        {pages.map(({ to, name }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={({ isActive }) =>
              clsx(
                "-mb-px flex min-h-11 shrink-0 items-center border-b-2 text-16 transition-colors -outline-offset-2",
                isActive ? "border-ink text-ink" : "border-transparent text-ink-3 hover:text-ink",
              )
            }
          >
            {name}
          </NavLink>
        ))}
      </nav>
      {/* Overlaps the line: a list has its own. */}
      <div className="-mt-px">
        <Outlet />
      </div>
    </main>
  );
}
