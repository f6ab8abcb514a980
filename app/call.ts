/** The type of a call under `/api`, declared once in its domain's `calls` and used by the server and the browser. */
import type * as z from "zod/mini";

/**
 * The permitted callers of a call. `guest`: everyone, with the same response for all, so that pages of any site may
 * read it; `public`: everyone; `user`: signed in; `operator`: an operator who is signed in, or the instance's key;
 * `key`: the instance's key alone. All further conditions are checked by the operation, which knows the object.
 */
export type Caller = "guest" | "public" | "user" | "operator" | "key";

/**
 * Number of times a minute that one account may make a call; for a call without an account, one network. Counted where
 * the request arrives, by the bindings of the same names in wrangler.toml: a limit that must be exact is counted by the
 * operation besides.
 */
export const callRates = { usual: 120, often: 600 } as const;
export type CallRate = keyof typeof callRates;

/** Carries the type of an input schema without its code, so that no page loads schemas that only the server checks. */
declare const inputType: unique symbol;
interface InputType<Schema extends z.ZodMiniType> {
  readonly [inputType]: Schema;
}

/** Declares the input of a call by the type of its schema: `takes<typeof FollowInput>()`. */
/* @__NO_SIDE_EFFECTS__ */
export function takes<Schema extends z.ZodMiniType>(): InputType<Schema> {
  return {} as InputType<Schema>;
}

interface Declaration<Input extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  readonly who: Caller;
  /** The JSON body of a POST, the query of a GET. A call without one takes nothing. */
  readonly input?: InputType<Input>;
  /** The response of a call that is not refused. */
  readonly answer: Answer;
  /** Maximum size of the body, from a signed-in user; 64 KiB where it is left out. */
  readonly maxBytes?: number;
  /** A GET that changes something, and is protected like a POST. */
  readonly changesState?: true;
  /**
   * `usual` where it is left out. `often`: pages make it while someone types, or every second; or it needs no account,
   * so that a whole school shares one limit.
   */
  readonly rate?: CallRate;
}

export interface Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> extends Declaration<Input, Answer> {
  readonly method: "GET" | "POST";
  /** Path below `/api`, with a leading slash. */
  readonly path: `/${string}`;
  readonly rate: CallRate;
}

/** The input of a call that takes none. */
export type NoInput = z.ZodMiniNever;

/** The input as a browser sends it. */
export type InputOf<C extends Call> = C extends Call<infer Input> ? z.input<Input> : never;
/** The input as the server has validated it. */
export type CheckedInputOf<C extends Call> = C extends Call<infer Input> ? z.output<Input> : never;
export type AnswerOf<C extends Call> = z.output<C["answer"]>;

/** The rate of a call that declares none. Those with the instance's key import whole files, one call a record. */
const rateOf = (who: Caller): CallRate => (who === "user" || who === "operator" ? "usual" : "often");

/** Declares a call of the API. A page's bundle contains only the calls that some page makes. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<Answer extends z.ZodMiniType, Input extends z.ZodMiniType = NoInput>(
  method: "GET" | "POST",
  path: `/${string}`,
  declaration: Declaration<Input, Answer>,
): Call<Input, Answer> {
  return { method, path, rate: rateOf(declaration.who), ...declaration };
}
