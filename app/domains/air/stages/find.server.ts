import type { AppContext } from "#app/context.ts";
import {
  listStagesByGenre,
  searchAllStages,
  searchGenres,
} from "#app/domains/outside/search/queries/search.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { wordsOf } from "#db/full-text.ts";
import type { StageAlertInput, StageSearchInput } from "./contract/manage.ts";
import type { StageView } from "./contract/stages.ts";
import { type CountedGenre, countGenres, type Genre, genreKey, genresOf } from "./genres.ts";
import { getStage, presentStages } from "./list-stages.server.ts";
import { searchStages as search, updateStageAlert } from "./queries/stages.ts";
import { requireStageId } from "./require-stage.server.ts";

const searchRate = { max: 120, perMs: 60_000 };
const maxFound = 20;
const maxGenres = 10;

/** Booking stages by name, genre or description, in the order of the home page. Empty finds nothing. */
export async function searchStages(ctx: AppContext, input: StageSearchInput): Promise<StageView[]> {
  const viewer = requireViewer(ctx);
  const text = input.search.trim();
  if (text === "") return [];
  requireOk(await ctx.limits.take(`stage-search:${viewer.id}`, searchRate));
  return presentStages(ctx, await search(ctx.db, text, maxFound));
}

/** Stages in whose name or genre each word of `text` is the start of a word; at most 20, the best matches first. */
export async function findStages(ctx: AppContext, text: string): Promise<StageView[]> {
  const words = wordsOf(text.toLowerCase());
  if (words.length === 0) return [];
  const rows = await searchAllStages(ctx.db, { words, limit: maxFound });
  const views = await presentStages(ctx, rows);
  const order = new Map(rows.map(({ id }, index) => [id, index]));
  return views.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
}

/**
 * Genres in which each word of `text` is the start of a word, with the number of stages that name them (of those that
 * were compared); at most 10, the one with the most stages first.
 */
export async function findGenres(ctx: Pick<AppContext, "db">, text: string): Promise<CountedGenre[]> {
  const words = wordsOf(text.toLowerCase());
  if (words.length === 0) return [];
  const named = (await searchGenres(ctx.db, words)).map(genresOf);
  const meant = named.map((genres) =>
    genres.length === 1 ? genres : genres.filter(({ key }) => holdsWords(key, words)),
  );
  return countGenres(meant).slice(0, maxGenres);
}

/** Whether this genre matches, of several in a line that matched as a whole. */
function holdsWords(key: string, words: readonly string[]): boolean {
  return words.every((word) => key.split("-").some((part) => part.startsWith(genreKey(word))));
}

/** The stages of a genre, in the order of the home page. Throws `not-found` where it has none. */
export async function openGenre(
  ctx: AppContext,
  input: { genre: string },
): Promise<{ genre: Genre; stages: StageView[] }> {
  const key = genreKey(input.genre);
  if (key === "") throw new AppError("not-found");
  const rows = await listStagesByGenre(ctx.db, key.split("-"));
  const genreOf = (line: string) => genresOf(line).find((genre) => genre.key === key);
  const [genre] = rows.flatMap((row) => genreOf(row.genre) ?? []);
  if (genre === undefined) throw new AppError("not-found");
  const ofGenre = rows.filter((row) => genreOf(row.genre) !== undefined);
  return { genre, stages: await presentStages(ctx, ofGenre) };
}

/** Turns alerts of a stage that the viewer subscribes to on or off. Throws `not-found` where they do not subscribe. */
export async function toggleStageAlert(ctx: AppContext, input: StageAlertInput): Promise<StageView> {
  const viewer = requireViewer(ctx);
  const stageId = await requireStageId(ctx, input.room);
  if (!(await updateStageAlert(ctx.db, { stageId, userId: viewer.id, hasAlert: input.alert })))
    throw new AppError("not-found");
  return getStage(ctx, stageId);
}
