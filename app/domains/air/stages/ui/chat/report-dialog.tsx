import { useState } from "react";
import { callApi } from "#app/api-client.ts";
import { reportMessageCall } from "#app/domains/air/messages/calls/chat.ts";
import { offenses } from "#app/domains/people/people/contract/reports.ts";
import { Question, ReasonChoice } from "#app/domains/people/people/ui/issue-steps.tsx";
import Dialog from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";
import type { ChatMessage } from "../../live/protocol.ts";
import { chatOf } from "./chat-powers.ts";

/** Asks why a message is reported, then whether to. */
export function ReportDialog({
  room,
  message,
  onClose,
}: {
  /** `stage/<id>` or `profile/<id>`. */
  room: string;
  message: ChatMessage;
  onClose: () => void;
}) {
  const [offenseCode, setOffenseCode] = useState<number | null>(null);
  const report = async () => {
    const body = { ...chatOf(room), messageId: message._id, offenseCode: offenseCode ?? 0 };
    const { type, message: notice } = await callApi(reportMessageCall, body);
    showToast(type, notice);
  };
  return (
    <Dialog title="Report this message" onClose={onClose}>
      <p className="mb-4 border-l-2 border-edge pl-3 text-16 text-ink-2">
        <bdi className="font-semibold">{message.user}</bdi>: <bdi>{message.message}</bdi>
      </p>
      {offenseCode === null ? (
        <ReasonChoice onChoose={setOffenseCode} onClose={onClose} />
      ) : (
        <Question action="Submit Report" onConfirm={report} onClose={onClose}>
          The reason: <strong className="text-ink">{offenses[offenseCode]}</strong>. The Cue team will read it
          with this message. {message.user} will not know who sent it.
        </Question>
      )}
    </Dialog>
  );
}
