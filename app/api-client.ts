/** The browser's access to the calls under `/api`: validates responses, and throws refusals as `ApiFailure`. */
import * as z from "zod/mini";
import type { AnswerOf, Call, InputOf, NoInput } from "./call.ts";
import { writeStore } from "./ui/client-store.ts";
import { showToast } from "./ui/toast.tsx";

const FailureBody = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  retryAfterMs: z.optional(z.number()),
});

/** A call that was refused or never arrived. `message` is a sentence for people. */
export class ApiFailure extends Error {
  /** HTTP status, or 0 where no response came. */
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, status: number, code: string, retryAfterMs?: number) {
    super(message);
    this.name = "ApiFailure";
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The key of a message for the page that a full load leads to. */
const noticeKey = "cue:notice";

const Notice = z.object({ type: z.enum(["confirm", "warning"]), message: z.string() });
type Notice = z.infer<typeof Notice>;

/**
 * The first reason is shown: the parts of this session that are open end one after the other, and each would report it.
 */
let isLeaving = false;

/** Loads the landing page, which closes everything this session had open; `notice` says why, unless that is obvious. */
export function leaveForLanding(notice: Notice | null): void {
  if (isLeaving) return;
  isLeaving = true;
  // The access to other services, and tips without an answer, end with the session here.
  writeStore({ spotify: undefined, tips: undefined });
  try {
    if (notice) sessionStorage.setItem(noticeKey, JSON.stringify(notice));
  } catch {
    // Without storage the landing page shows no message.
  }
  window.location.assign("/");
}

/** The session has ended: returns to the landing page, which says so. */
export function leaveEndedSession(): void {
  leaveForLanding({ type: "warning", message: "Your session has ended. Please log in again." });
}

/** Returns the message left by the page before this load, once. */
export function takeNotice(): Notice | null {
  try {
    const notice = Notice.safeParse(JSON.parse(sessionStorage.getItem(noticeKey) ?? "null"));
    sessionStorage.removeItem(noticeKey);
    return notice.success ? notice.data : null;
  } catch {
    return null;
  }
}

async function refusalOf(response: Response): Promise<ApiFailure> {
  if (response.status === 502) return new ApiFailure("Server is offline", 502, "offline");
  const body = FailureBody.safeParse(await response.json().catch(() => null));
  if (!body.success) return new ApiFailure("Unknown error", response.status, "unknown");
  const { error, code = "unknown", retryAfterMs } = body.data;
  return new ApiFailure(error, response.status, code, retryAfterMs);
}

interface SendOptions {
  signal?: AbortSignal;
  /** Also sent while the page is being left. */
  isParting?: boolean;
}

/** Returns the response of a call that was not refused. Throws `ApiFailure`; an ended session also leaves the page. */
async function send(
  { method, path }: Call,
  input: unknown,
  { signal, isParting }: SendOptions = {},
): Promise<Response> {
  const isPost = method === "POST";
  const query = isPost || !input ? "" : `?${new URLSearchParams(input as Record<string, string>)}`;
  let response: Response;
  try {
    response = await fetch(`/api${path}${query}`, {
      method,
      headers: { "X-Cue": "1", ...(isPost ? { "Content-Type": "application/json" } : {}) },
      body: isPost ? JSON.stringify(input ?? {}) : undefined,
      signal,
      keepalive: isParting,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const message = navigator.onLine ? "Server is offline" : "You are offline";
    throw new ApiFailure(message, 0, "offline");
  }
  if (response.ok) return response;
  const failure = await refusalOf(response);
  if (failure.code === "authorization") leaveEndedSession();
  throw failure;
}

/** The arguments after the call: its input, where it takes one. */
type SendArguments<C extends Call> =
  C extends Call<NoInput>
    ? [input?: undefined, options?: SendOptions]
    : [input: InputOf<C>, options?: SendOptions];

/** Returns the validated response of a call. Throws `ApiFailure`; an ended session also leaves the page. */
export async function callApi<C extends Call>(
  call: C,
  ...[input, options]: SendArguments<C>
): Promise<AnswerOf<C>> {
  const response = await send(call, input, options);
  const parsed = call.answer.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success)
    throw new ApiFailure(
      "The server's response could not be read. Please try again.",
      response.status,
      "unreadable",
    );
  return parsed.data as AnswerOf<C>;
}

/** Fetches the response of a call as a file, with the name from the server. Throws as `callApi` does. */
export async function fetchFile<C extends Call>(
  call: C,
  ...[input, options]: SendArguments<C>
): Promise<{ content: Blob; name: string }> {
  const response = await send(call, input, options);
  const encoded = response.headers.get("content-disposition")?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  const content = await response.blob().catch(() => {
    throw new ApiFailure("The file arrived incomplete. Please try again.", 0, "offline");
  });
  return { content, name: decodeURIComponent(encoded ?? "cue.json") };
}

/** Shows why something failed. A call that was aborted on purpose is not a failure. */
export function showFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (error instanceof ApiFailure && error.code === "authorization") return;
  showToast("error", error instanceof Error ? error.message : "Unknown error");
}
