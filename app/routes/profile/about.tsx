import { Link } from "react-router";
import { TagList } from "#app/domains/outside/search/ui/tag-list.tsx";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";

/** Personal data, as far as they have given any. */
export function About({ profile, isOwn }: { profile: ProfileView; isOwn: boolean }) {
  const facts = [
    { name: "Name", value: `${profile.first} ${profile.last}`.trim() },
    { name: "Location", value: profile.location },
    { name: profile.performerType === "dj" ? "Equipment" : "Instruments", value: profile.controller },
    { name: "Software", value: profile.program },
    { name: "Musical experience", value: profile.experience },
  ].filter(({ value }) => value !== "");
  return (
    <section aria-labelledby="about-title" className="mt-10 max-w-[70ch]">
      <h2 id="about-title" className="display mb-2 text-28">
        About
      </h2>
      <p className="whitespace-pre-line text-16 text-ink-2" dir="auto">
        {profile.bio || "Bio has not been filled out yet"}
      </p>
      {isOwn && profile.bio === "" && (
        <p className="mt-1 text-14 text-ink-3">
          <Link to="/settings/profile" className="underline hover:text-ink">
            {" "}
            Add your bio{" "}
          </Link>{" "}
          in Settings.
        </p>
      )}
      <TagList tags={profile.tags} className="mt-3" />
      {facts.length > 0 && (
        <dl className="mt-4">
          {facts.map(({ name, value }) => (
            <div key={name} className="gap-x-6 border-t border-tick py-2 text-16 sm:flex">
              <dt className="w-44 shrink-0 text-ink-3">{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
