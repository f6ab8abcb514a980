import type { ComponentProps } from "react";
import { Button } from "#app/ui/button.tsx";
import { MessageList } from "./message-list.tsx";
import { type FoundMessage, useFoundMessages } from "./use-found-messages.ts";

type ListProps = Pick<
  ComponentProps<typeof MessageList>,
  "viewerId" | "isGroup" | "markText" | "isFollowing" | "onFollow"
>;

/** A message that was found, with the messages around it, instead of the conversation's end. */
export default function PastMessages({
  conversation,
  found,
  ...list
}: ListProps & { conversation: string; found: FoundMessage }) {
  const { messages, older, leave } = useFoundMessages(conversation, found);
  const goBack = () => {
    list.onFollow(true);
    leave();
  };
  return (
    <>
      <MessageList {...list} messages={messages} older={older} foundId={found.id} />
      <p className="flex shrink-0 justify-center border-t border-tick p-3">
        <Button onClick={goBack}>Back to Newest Messages</Button>
      </p>
    </>
  );
}
