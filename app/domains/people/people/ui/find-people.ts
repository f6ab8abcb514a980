import { callApi } from "#app/api-client.ts";
import { searchPeopleCall } from "../calls/relations.ts";
import { PersonCard } from "../contract/relations.ts";

/** People by their names. Throws `ApiFailure`. */
export const findPeople = (user: string): Promise<PersonCard[]> => callApi(searchPeopleCall, { user });
