/** The names of passkeys. */
export function PasskeyNames({ names }: { names: readonly string[] }) {
  return (
    <ul className="mt-2 list-disc pl-5 text-16 text-ink">
      {names.map((name, index) => (
        // Two may have the same name, and the list does not change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className="break-words">
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
