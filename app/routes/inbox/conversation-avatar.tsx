import { pictureAt } from "#app/domains/base/pictures/rules.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { Picture } from "#app/ui/picture.tsx";

const small = 128;

/** The others of a conversation in one square: one of them, or the first two. */
export function ConversationAvatar({ people }: { people: readonly PersonView[] }) {
  const [first, second] = people;
  if (!first) return <Picture src={null} name="Me" className="size-12" />;
  if (!second)
    return <Picture src={pictureAt(first.profile, small)} name={first.username} className="size-12" />;
  return (
    <span className="relative block size-12 shrink-0">
      <Picture
        src={pictureAt(first.profile, small)}
        name={first.username}
        className="absolute top-0 left-0 size-8"
      />
      <Picture
        src={pictureAt(second.profile, small)}
        name={second.username}
        className="absolute right-0 bottom-0 size-8 border-2 border-ground"
      />
    </span>
  );
}
