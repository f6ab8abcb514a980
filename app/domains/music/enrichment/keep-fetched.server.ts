import type { AppContext } from "#app/context.ts";
import type { SourceAnswer } from "#app/domains/people/integrations/source-answer.ts";
import { AppError } from "#app/errors.ts";

/**
 * Stores a file from elsewhere as a picture of this site, decoded and encoded like any upload. Returns its path; `none`
 * for what is no picture, or too large a one.
 */
export async function keepFetched(
  { pictures }: Pick<AppContext, "pictures">,
  bytes: Uint8Array<ArrayBuffer>,
  ownerId: string,
): Promise<SourceAnswer<string>> {
  try {
    const dataUrl = `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
    return { is: "found", value: await pictures.keep(dataUrl, "profile", ownerId) };
  } catch (error) {
    const isNone = error instanceof AppError && error.code.startsWith("picture-");
    return isNone ? { is: "none" } : { is: "failed", reason: "not stored" };
  }
}
