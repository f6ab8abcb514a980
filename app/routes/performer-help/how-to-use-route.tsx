import { TextPage } from "../privacy/text-page.tsx";
import type { Route } from "./+types/how-to-use-route";
import { howToUseSections } from "./how-to-use-text.tsx";

export function meta(): Route.MetaDescriptors {
  return [
    { title: "How to use Cue · Cue" },
    {
      name: "description",
      content:
        "For performers: when to connect, when you are live, titles, bookings, weekly sets and your key.",
    },
  ];
}

export default function HowToUseRoute() {
  return (
    <TextPage
      title="How to use Cue"
      lead="For performers: when to connect, what goes live when, how titles travel, how stages are booked, and how to keep your key to yourself."
      asOf="21 November 2026"
      sections={howToUseSections}
    />
  );
}
