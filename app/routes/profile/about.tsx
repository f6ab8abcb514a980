import type { ProfileView } from "#app/domains/people/contract.ts";

/** Who they are, as far as they have said. */
export function About({ profile }: { profile: ProfileView }) {
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
      {facts.length > 0 && (
        <dl className="mt-4">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex flex-wrap gap-x-6 border-t border-tick py-2 text-16">
              <dt className="w-44 text-ink-3">{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
