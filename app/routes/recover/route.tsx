import { tokenIn } from "../landing/plain-page.tsx";
import type { Route } from "./+types/route";
import { RecoverPage } from "./recover-page.tsx";

/** Where the link of the recovery mail leads. Opening it uses nothing up: programs that check mail open links too. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenIn(request.url) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Choose a new password · Cue" }, { name: "robots", content: "noindex" }];
}

export default function RecoverRoute({ loaderData }: Route.ComponentProps) {
  return <RecoverPage token={loaderData.token} />;
}
