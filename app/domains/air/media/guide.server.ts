/** The data of the setup guides: the reader, and a configuration with the reader's own values. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError } from "#app/errors.ts";
import { openConnection, toConnectionView } from "./connections.server.ts";
import type { ConnectionView } from "./contract/encoder.ts";
import type { EncoderFileInput, GuideView } from "./contract/guides.ts";
import { type EncoderFile, writeEncoderFile } from "./encoder-files/encoder-file.ts";
import { findCredentialOf } from "./queries/media.ts";

/** The reader of a guide, and where encoders connect. */
export function openGuide(ctx: AppContext): GuideView {
  const { viewer, config } = ctx;
  return {
    isSignedIn: viewer !== null,
    hasPassedTest: viewer?.hasPassedTest ?? false,
    performerType: viewer?.performerType ?? null,
    ingest: { address: config.ingestHost, port: config.ingestPort },
  };
}

/**
 * A configuration file with the viewer's own mount; before the stream test is passed, with the mount of the running
 * test. Throws `authorization`; `no-test` where there is neither.
 */
export async function openEncoderFile(ctx: AppContext, { program }: EncoderFileInput): Promise<EncoderFile> {
  return writeEncoderFile(program, await ownConnection(ctx), ctx.config.origin);
}

async function ownConnection(ctx: AppContext): Promise<ConnectionView> {
  const viewer = requireViewer(ctx);
  if (viewer.isPerformer && viewer.hasPassedTest) return openConnection(ctx);
  const test = await findCredentialOf(ctx.db, { kind: "test", ownerId: viewer.id }, ctx.clock.now());
  if (test === undefined) throw new AppError("no-test", { message: "Start the stream test first." });
  return toConnectionView(ctx, test);
}
