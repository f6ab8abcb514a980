import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { usePolled } from "#app/ui/use-polled.ts";
import { useWork } from "#app/ui/use-work.ts";
import { listPostsCall, testPostCall } from "../calls.ts";
import type { PostRecordPageView, PostRecordView, PostTargetView } from "../contract.ts";
import { isUnderWay, occasionOf, reasonOf, stateOf } from "./texts.ts";

/** Interval at which a page that shows a post on its way asks for its outcome. */
const pollMs = 5_000;

const tones: Record<PostRecordView["status"], LampTone> = {
  waiting: "amber",
  sending: "amber",
  sent: "green",
  unsure: "amber",
  failed: "red",
};

/** Shows the posts to a target, newest first, and the button that posts a test. */
export function PostRecord({ target }: { target: PostTargetView }) {
  const { data, error, mutate } = usePolled(
    [listPostsCall.path, target.id],
    () => callApi(listPostsCall, { target: target.id }),
    { isUnderWay: ({ posts }) => posts.some(isUnderWay), everyMs: pollMs },
  );
  return (
    <Section
      title="What Was Posted"
      end={<TestButton target={target} onDone={() => void mutate()} />}
      intro={`A test is a real post on ${partyNames[target.party]}, marked as a test. It uses the saved text.`}
    >
      {data !== undefined ? (
        <Posts key={data.posts[0]?.id} target={target} first={data} />
      ) : error !== undefined ? (
        <div role="alert" className="flex flex-wrap items-center gap-4">
          <p className="text-16 text-ink-2">The list could not be loaded.</p>
          <Button onClick={() => void mutate()}>Try Again</Button>
        </div>
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function TestButton({ target, onDone }: { target: PostTargetView; onDone: () => void }) {
  const [outcome, setOutcome] = useState<PostRecordView | null>(null);
  const { isBusy, run } = useWork(showFailure);
  const press = () =>
    run(async () => {
      setOutcome(null);
      setOutcome(await callApi(testPostCall, { target: target.id }));
      onDone();
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <output className="flex items-center gap-2 text-14 text-ink-2">
        {outcome !== null && (
          <>
            <Lamp tone={tones[outcome.status]} />
            {stateOf(outcome)}
          </>
        )}
      </output>
      <Button isBusy={isBusy} disabled={target.isRefused} onClick={() => void press()}>
        Send a Test
      </Button>
    </div>
  );
}

function Posts({ target, first }: { target: PostTargetView; first: PostRecordPageView }) {
  const [older, setOlder] = useState<PostRecordPageView[]>([]);
  const { isBusy, run } = useWork(showFailure);
  const next = (older.at(-1) ?? first).next;
  const posts = [first, ...older].flatMap((page) => page.posts);
  const more = (before: string) =>
    run(async () => {
      const page = await callApi(listPostsCall, { target: target.id, before });
      setOlder((now) => [...now, page]);
    });
  if (posts.length === 0)
    return (
      <EmptyState title="Nothing posted yet">
        Your posts appear here with their outcome. Send a test to see how they look.
      </EmptyState>
    );
  return (
    <>
      <ul className="border-b border-tick">
        {posts.map((post) => (
          <li key={post.id} className="border-t border-tick py-3">
            <PostRow post={post} target={target} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button className="mt-4" isBusy={isBusy} onClick={() => void more(next)}>
          Show Older Posts
        </Button>
      )}
    </>
  );
}

function PostRow({ post, target }: { post: PostRecordView; target: PostTargetView }) {
  const reason = reasonOf(post, target.party);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-16">
        <Lamp tone={tones[post.status]} />
        {stateOf(post)}
        <span className="text-14 text-ink-3">
          {occasionOf(post)} · <LocalTime at={post.createdAt} shape="day-clock" />
        </span>
        {post.url !== null && (
          <a href={post.url} target="_blank" rel="noreferrer" className="ml-auto underline">
            Open on {partyNames[target.party]}
          </a>
        )}
      </p>
      <p
        dir="auto"
        className="mt-1 line-clamp-6 max-w-[60ch] text-14 wrap-anywhere whitespace-pre-wrap text-ink-2"
      >
        {post.text}
      </p>
      {reason !== null && <p className="mt-1 max-w-[60ch] text-14 wrap-anywhere text-ink-3">{reason}</p>}
      {post.nextTryAt !== null && (
        <p className="mt-1 text-14 text-ink-3">
          Next attempt: <LocalTime at={post.nextTryAt} shape="day-clock" />
        </p>
      )}
    </>
  );
}

function Loading() {
  return (
    <div>
      <p className="sr-only">Loading what was posted</p>
      {[0, 1].map((row) => (
        <div key={row} className="flex h-20 flex-col justify-center gap-2 border-t border-tick">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-4 w-4/5 max-w-md" />
        </div>
      ))}
    </div>
  );
}
