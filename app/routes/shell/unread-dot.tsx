import { useInbox } from "#app/domains/air/messages/live/use-inbox.ts";

/** The marker on the inbox button: it loads after the page, with the inbox's connection. */
export default function UnreadDot() {
  const { unread } = useInbox();
  if (unread === 0) return null;
  return (
    <>
      <i
        aria-hidden="true"
        className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-ground bg-amber"
      />
      <span className="sr-only">, {unread} unread</span>
    </>
  );
}
