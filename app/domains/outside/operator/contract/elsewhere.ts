import * as z from "zod/mini";
import { parties, sources } from "#app/domains/people/integrations/elsewhere.ts";

const Asked = z.enum([...parties, ...sources]);

/** `check`: the service that is asked whether it accepts the keys of this instance. */
export const ServicesCommand = z.object({ check: z.optional(Asked) });
export type ServicesCommand = z.infer<typeof ServicesCommand>;

/**
 * This instance's access to a service on which its people have accounts, or to a source of data. Never with a secret.
 */
export const ServiceView = z.object({
  party: Asked,
  /**
   * The kind of access: by its keys, by the list of services that need none, by its simulator on a local copy; or off.
   */
  state: z.enum(["keys", "list", "simulator", "off"]),
  /** The settings and secrets that switch it on. */
  settings: z.array(z.string()),
  /** The address to be entered at the service; null where it needs none. */
  callback: z.nullable(z.string()),
  /** Accounts and channels that people have linked, and those that the service refuses. */
  linked: z.number(),
  refused: z.number(),
  /** Time when it last refused one (epoch ms). */
  refusedAt: z.nullable(z.number()),
  /** `unknown`: it responds, and only a person who links an account finds out. Null where it was not asked. */
  check: z.nullable(z.enum(["works", "refused", "unreachable", "unknown"])),
});
export type ServiceView = z.infer<typeof ServiceView>;
