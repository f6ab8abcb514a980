import * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import { PersonCard } from "../contract/relations.ts";

/** People by their names. Throws `ApiFailure`. */
export const findPeople = (user: string): Promise<PersonCard[]> =>
  callApi("/api/users/search", { answer: z.array(PersonCard), body: { user } });
