/** A server of the simulator, by its host. */

const scopes = ["read", "write", "read:accounts", "read:statuses", "write:statuses", "write:media"];

export function toServer(host: string) {
  const kind = host.split(".", 1)[0] ?? "";
  const isOld = kind === "old";
  const maxCharacters = kind === "long" ? 5_000 : 500;
  return {
    kind,
    maxCharacters,
    linkCharacters: 23,
    scopes: new Set(isOld ? scopes : [...scopes, "profile"]),
    hasPkce: !isOld,
    instance: {
      domain: host,
      title: host,
      version: isOld ? "4.2.10" : "4.5.1",
      source_url: "https://github.com/mastodon/mastodon",
      description: "",
      languages: ["en"],
      configuration: {
        accounts: { max_featured_tags: 10 },
        statuses: {
          max_characters: maxCharacters,
          max_media_attachments: 4,
          characters_reserved_per_url: 23,
        },
      },
    },
  };
}
