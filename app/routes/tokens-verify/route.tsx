import type { Route } from "./+types/route";
import { VerifyPage } from "./verify-page.tsx";

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Check a Statement · Cue" },
    {
      name: "description",
      content: "Checks on your device that nothing in a statement of a wallet was changed.",
    },
  ];
}

export default function VerifyRoute() {
  return <VerifyPage />;
}
